import type { Context } from 'hono';
import type { z } from 'zod';
import { BadJsonError, readJson } from '../../http/body.ts';
import { validationFailed } from '../errors.ts';

/**
 * Reads a JSON body and checks its shape.
 * @param limit bytes
 * @throws {AuthError} 400 validation_failed naming the first field that is wrong
 * @throws {BodyTooLargeError} @throws {BadJsonError} also for an empty body
 */
export async function readParams<T extends z.ZodType>(
  c: Context,
  schema: T,
  limit: number,
): Promise<z.output<T>> {
  const body = await readJson(c, limit);
  if (body === undefined) throw new BadJsonError('The request body is empty');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw validationFailed(`${field}: ${issue?.message ?? 'is not valid'}`);
}
