import type { Agent } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { InnerHostError, post } from '../util/public-hosts.ts';

/** For the whole call, the name and the connection included. */
const TIMEOUT_MS = 10_000;

export type WebhookFailure = 'timeout' | 'connection' | 'host' | 'redirect';

/** What an endpoint has answered. */
export interface WebhookOutcome {
  /** Its status; null: no answer. */
  answer: number | null;
  /** Why it failed, where no status says it. */
  failure: WebhookFailure | null;
}

export interface WebhookCall {
  /** The same at each try. */
  id: string;
  url: string;
  secret: string;
  /** JSON. */
  body: string;
}

/** @returns what became of the call; never rejects */
export type SendWebhook = (call: WebhookCall) => Promise<WebhookOutcome>;

/**
 * Sends signed calls (Standard Webhooks). Redirects are not followed, and an answer's body is not
 * read.
 * @param agent makes the connections
 */
export function createSendWebhook(agent: Agent, timeoutMs = TIMEOUT_MS): SendWebhook {
  return async ({ id, url, secret, body }) => {
    const at = new Date();
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Dragoman-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    try {
      const answer = await post(new URL(url), headers, body, { agent, timeoutMs });
      return { answer, failure: answer >= 300 && answer < 400 ? 'redirect' : null };
    } catch (error) {
      if (error instanceof InnerHostError) return { answer: null, failure: 'host' };
      const isTimeout = ['AbortError', 'TimeoutError'].includes((error as Error).name);
      return { answer: null, failure: isTimeout ? 'timeout' : 'connection' };
    }
  };
}
