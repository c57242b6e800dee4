import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { BadJsonError, BodyTooLargeError, readBytes, readJson } from '../http/body.ts';
import type { ServerEnv } from '../http/request-info.ts';
import { MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError } from '../keys/key-ring.ts';
import { TOPIC_PREFIX } from './channel.ts';
import { BroadcastError, type BroadcastMessage, checkBroadcast } from './rooms/broadcast-message.ts';
import type { Rooms } from './rooms/rooms.ts';

/** Broadcasts over HTTP (wire facts C5): 202 without a body when accepted, whether or not anybody listens. */

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

export function createBroadcastRoutes(
  ctx: Pick<AppContext, 'authenticator' | 'config'>,
  rooms: Pick<Rooms, 'broadcast'>,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const limit = ctx.config.limits.bodyBytes;

  routes.onError((error, c) => {
    if (error instanceof MissingApiKeyError || error instanceof TokenError) {
      return c.json({ error: error.message }, 401);
    }
    if (error instanceof BodyTooLargeError) return c.json({ error: error.message }, 413);
    if (error instanceof BadJsonError || error instanceof BroadcastError) {
      return c.json({ error: error.message }, 422);
    }
    throw error;
  });
  routes.use(async (c, next) => {
    await ctx.authenticator.authenticate(c.req.header('apikey'), c.req.header('authorization'));
    return next();
  });

  routes.post('/api/broadcast', async (c) => {
    const parsed = bodySchema.safeParse(await readJson(c, limit));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return c.json({ error: `${issue?.path.join('.')}: ${issue?.message}` }, 422);
    }
    send(
      parsed.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
        isPrivate: isPrivate === true,
        message: toMessage(topic, event, Buffer.from(JSON.stringify(payload ?? {})), true),
      })),
    );
    return c.body(null, 202);
  });

  routes.post('/api/broadcast/:topic/events/:event', async (c) => {
    const bytes = Buffer.from(await readBytes(c, limit));
    const json = !isBinary(c);
    const message = toMessage(c.req.param('topic'), c.req.param('event'), bytes, json);
    send([{ isPrivate: c.req.query('private') === 'true', message }]);
    return c.body(null, 202);
  });

  /** Private topics are not served yet: as without the right to write, their messages go nowhere, silently. */
  function send(messages: ReadonlyArray<{ isPrivate: boolean; message: BroadcastMessage }>): void {
    for (const { message } of messages) checkBroadcast(message);
    for (const { isPrivate, message } of messages) if (!isPrivate) rooms.broadcast(message);
  }

  return routes;
}

function toMessage(name: string, event: string, payload: Buffer, json: boolean): BroadcastMessage {
  return { topic: `${TOPIC_PREFIX}${name}`, event, json, payload };
}

function isBinary(c: Context): boolean {
  return (c.req.header('content-type') ?? '').startsWith('application/octet-stream');
}
