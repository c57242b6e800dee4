import type { Context } from 'hono';
import type { z } from 'zod';
import { readJson } from '../../http/body.ts';
import { storageErrors } from '../errors.ts';

/**
 * A JSON body as `schema` wants it; an empty body counts as {}.
 * @param limit bytes
 * @throws {StorageError} naming the first field that is wrong
 */
export async function readInput<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limit: number,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse((await readJson(c, limit)) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw storageErrors.request(
    `${['body', ...(issue?.path ?? [])].join('/')}: ${issue?.message ?? 'invalid'}`,
  );
}
