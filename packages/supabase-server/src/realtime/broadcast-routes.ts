import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { BadJsonError, BodyTooLargeError, readBytes, readJson } from '../http/body.ts';
import { clientNetwork } from '../http/client-network.ts';
import { clientAddress, type ServerEnv } from '../http/request-info.ts';
import { type Credentials, MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError } from '../keys/signing-keys.ts';
import type { ServerContext } from '../server-context.ts';
import { AuthorizationError } from './authorization.ts';
import { TOPIC_PREFIX } from './channel.ts';
import { BroadcastError, type BroadcastMessage, checkBroadcast } from './rooms/broadcast-message.ts';
import { NO_SENDER, type Sender, senderOf } from './sender-meter.ts';
import type { RealtimeServices } from './services.ts';
import { TOO_MANY_MESSAGES } from './write-rights.ts';

/**
 * Broadcasts over HTTP (supabase-protocol 4.5): 202 without a body when accepted, even without any
 * subscriber.
 */

const bodySchema = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown(),
        private: z.boolean().nullish(),
      }),
    )
    .max(100),
});

/** The caller has a publishable key alone. */
class NoSenderError extends Error {
  override readonly name = 'NoSenderError';
}

/** More messages than the sender, or the process, may send in a second. */
class TooManyMessagesError extends Error {
  override readonly name = 'TooManyMessagesError';
}

interface Caller {
  credentials: Credentials;
  sender: Sender;
}

export function createBroadcastRoutes(
  ctx: Pick<ServerContext, 'authenticator' | 'config'>,
  services: Pick<RealtimeServices, 'authorization' | 'limits' | 'meter' | 'rooms'>,
): Hono<ServerEnv> {
  const { authorization, limits, meter, rooms } = services;
  const routes = new Hono<ServerEnv>();
  const bodyBytes = ctx.config.limits.bodyBytes;

  routes.onError((error, c) => {
    const status = statusOf(error);
    if (status === null) throw error;
    if (status === 429 || status === 503) c.header('Retry-After', '1');
    const code =
      error instanceof TokenError && error.fault === 'second_factor' ? { code: 'insufficient_aal' } : {};
    return c.json({ ...code, error: error.message }, status);
  });
  routes.post('/api/broadcast', async (c) => {
    const caller = await callerOf(c);
    const parsed = bodySchema.safeParse(await readJson(c, bodyBytes));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return c.json({ error: `${issue?.path.join('.')}: ${issue?.message}` }, 422);
    }
    const messages = parsed.data.messages.map(({ topic, event, payload, private: isPrivate }) =>
      toMessage(topic, event, isPrivate === true, Buffer.from(JSON.stringify(payload ?? {}))),
    );
    await send(messages, caller);
    return c.body(null, 202);
  });

  routes.post('/api/broadcast/:topic/events/:event', async (c) => {
    const caller = await callerOf(c);
    const { topic, event } = c.req.param();
    const isPrivate = c.req.query('private') === 'true';
    const bytes = Buffer.from(await readBytes(c, bodyBytes));
    const message = toMessage(topic, event, isPrivate, bytes, !isBinary(c));
    await send([message], caller);
    return c.body(null, 202);
  });

  /** @throws {NoSenderError} for an API key that anyone can have */
  async function callerOf(c: Context<ServerEnv>): Promise<Caller> {
    const credentials = await ctx.authenticator.authenticate(
      c.req.header('apikey'),
      c.req.header('authorization'),
      c.env.incoming,
    );
    const network = clientNetwork(clientAddress(c, ctx.config));
    const sender = senderOf(credentials.role, credentials.claims, network);
    if (sender.kind === 'anonymous') throw new NoSenderError(NO_SENDER);
    return { credentials, sender };
  }

  /**
   * Sends all messages or, when one is malformed or over a limit, none. A message that the caller
   * may not send is dropped silently (supabase-protocol 4.5).
   */
  async function send(messages: readonly BroadcastMessage[], { credentials, sender }: Caller): Promise<void> {
    for (const message of messages) checkBroadcast(message, limits.maxMessageBytes);
    if (!meter.takeOwn(sender, messages.length)) throw new TooManyMessagesError(TOO_MANY_MESSAGES);
    const writable = await writableTopics(messages, credentials);
    const allowed = messages.filter(({ private: isPrivate, topic }) =>
      isPrivate ? writable.has(topic) : !limits.privateOnly,
    );
    if (!meter.takeShared(sender, allowed.length)) throw new TooManyMessagesError(TOO_MANY_MESSAGES);
    for (const message of allowed) rooms.broadcast(message);
  }

  async function writableTopics(
    messages: readonly BroadcastMessage[],
    credentials: Credentials,
  ): Promise<Set<string>> {
    const topics = new Set(messages.filter((message) => message.private).map(({ topic }) => topic));
    const writable = new Set<string>();
    for (const topic of topics) {
      const name = topic.slice(TOPIC_PREFIX.length);
      if (await authorization.mayWrite(credentials, name, 'broadcast')) writable.add(topic);
    }
    return writable;
  }

  return routes;
}

function statusOf(error: Error): 401 | 403 | 413 | 422 | 429 | 503 | null {
  if (error instanceof TokenError) return error.fault === 'second_factor' ? 403 : 401;
  if (error instanceof MissingApiKeyError) return 401;
  if (error instanceof NoSenderError) return 403;
  if (error instanceof BodyTooLargeError) return 413;
  if (error instanceof BadJsonError || error instanceof BroadcastError) return 422;
  if (error instanceof TooManyMessagesError) return 429;
  if (error instanceof AuthorizationError) return 503;
  return null;
}

function toMessage(
  name: string,
  event: string,
  isPrivate: boolean,
  payload: Buffer,
  json = true,
): BroadcastMessage {
  return { topic: `${TOPIC_PREFIX}${name}`, private: isPrivate, event, json, payload };
}

function isBinary(c: Context): boolean {
  return (c.req.header('content-type') ?? '').startsWith('application/octet-stream');
}
