import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { z } from 'zod';
import { BadJsonError, readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { validationFailed } from '../errors.ts';

/**
 * A body can be read once; both a guard in front of a route and the route itself may want to look
 * into it.
 */
const bodies = new WeakMap<IncomingMessage, Promise<unknown>>();

/**
 * The request's JSON body, however often it is asked for.
 * @param limit bytes
 * @throws {BodyTooLargeError} @throws {BadJsonError} also for an empty body
 */
export async function readBody(c: Context<ServerEnv>, limit: number): Promise<unknown> {
  const { incoming } = c.env;
  const reading = bodies.get(incoming) ?? readJson(c, limit);
  bodies.set(incoming, reading);
  const body = await reading;
  if (body === undefined) throw new BadJsonError('The request body is empty');
  return body;
}

/**
 * Reads a JSON body and checks its shape.
 * @param limit bytes
 * @throws {AuthError} 400 validation_failed naming the first field that is wrong
 * @throws {BodyTooLargeError} @throws {BadJsonError} also for an empty body
 */
export async function readParams<T extends z.ZodType>(
  c: Context<ServerEnv>,
  schema: T,
  limit: number,
): Promise<z.output<T>> {
  return check(schema, await readBody(c, limit));
}

/** Works like {@link readParams}, but takes an empty body for one without fields. */
export async function readOptionalParams<T extends z.ZodType>(
  c: Context<ServerEnv>,
  schema: T,
  limit: number,
): Promise<z.output<T>> {
  return check(schema, (await readJson(c, limit)) ?? {});
}

function check<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw validationFailed(`${field}: ${issue?.message ?? 'is not valid'}`);
}
