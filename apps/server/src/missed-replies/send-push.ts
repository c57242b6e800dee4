import { type Agent, request } from 'node:https';
import webPush from 'web-push';
import { InnerHostError } from '../util/public-hosts.ts';
import type { PushKeys } from './push-keys.ts';

/** A push service may keep a push for a device that is switched off, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 15_000;

/** A browser's subscription as the table keeps it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What the service worker shows. */
export interface PushContent {
  title: string;
  body: string;
  /** A path of the app. */
  path: string;
  /** A newer notification with the same tag takes the older one's place. */
  tag: string;
}

/**
 * `sent`: the push service has it. `gone`: the subscription has ended (404, 410) or leads to no
 * public server. `failed`: worth another try.
 */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/**
 * @param ttlSeconds how long a push service may keep it for a device that is off; a day at most and
 * by default
 * @returns what became of the push; never rejects
 */
export type SendPush = (
  target: PushTarget,
  content: PushContent,
  ttlSeconds?: number,
) => Promise<PushOutcome>;

/**
 * Sends encrypted pushes (RFC 8030, 8188, 8291, 8292). Redirects are not followed, and an answer's
 * body is not read.
 * @param options.subject how a push service reaches the operator: a mailto: or https: URI
 * @param options.agent makes the connections
 */
export function createSendPush(options: { keys: PushKeys; subject: string; agent: Agent }): SendPush {
  const { keys, subject, agent } = options;
  return async ({ endpoint, p256dh, auth }, content, ttlSeconds = TTL_SECONDS) => {
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(content),
        {
          vapidDetails: { subject, ...keys },
          TTL: ttlSeconds,
          urgency: 'high',
          // At most 32 characters of base64url: a device that was off gets the newest of a chat.
          topic: content.tag.replaceAll('-', '').slice(0, 32),
        },
      );
      const status = await post(new URL(endpoint), headers as Record<string, string>, body, agent);
      if (status === 404 || status === 410) return 'gone';
      return status >= 200 && status < 300 ? 'sent' : 'failed';
    } catch (error) {
      return error instanceof InnerHostError ? 'gone' : 'failed';
    }
  };
}

function post(url: URL, headers: Record<string, string>, body: Buffer | null, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        // Push services answer in a few bytes; what is longer is cut off.
        answer.destroy();
      },
    );
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}
