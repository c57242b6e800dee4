import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { z } from 'zod';
import { BadJsonError, readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { validationFailed } from '../errors.ts';
import type { CodeChallenge } from '../rules/pkce.ts';
import { findMetadataProblem, isMetadata, type Metadata } from '../rules/user-metadata.ts';

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

/**
 * A text that may be left out; null and '' count as left out, as clients of this protocol send
 * either.
 */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || null);

/**
 * Custom fields of a user; null counts as left out. Checked, not copied: a key named __proto__
 * stays a key.
 */
export const userData = z
  .custom<Metadata>(isMetadata, { error: 'must be an object' })
  .superRefine((data, ctx) => {
    const problem = isMetadata(data) ? findMetadataProblem(data) : null;
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .nullish()
  .transform((value) => value ?? null);

const CHALLENGE = /^[\w.~-]{43,128}$/;

/** The PKCE challenge of a sign-up, an e-mail change and the like (supabase-protocol 2.4, 2.14). */
export const pkceFields = {
  code_challenge: optionalText.refine((value) => value === null || CHALLENGE.test(value), {
    error: 'must have 43 to 128 letters, digits or one of - . _ ~',
  }),
  code_challenge_method: optionalText.refine((value) => value === null || /^(s256|plain)$/i.test(value), {
    error: 'must be s256 or plain',
  }),
};

/**
 * The challenge of a request, or null when it came without one.
 * @throws {AuthError} 400 validation_failed when one of the two fields is missing
 */
export function codeChallenge(params: {
  code_challenge: string | null;
  code_challenge_method: string | null;
}): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = params;
  if (challenge === null && method === null) return null;
  if (challenge === null || method === null) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  return { challenge, method: method.toLowerCase() === 's256' ? 's256' : 'plain' };
}
