import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { folderStatement, type ListedEntry, type PageEntry, pageStatement } from '../data/listing.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { readInput } from '../http/read-input.ts';
import { decodeCursor, encodeCursor } from '../rules/list-cursor.ts';

const MAX_ENTRIES = 1000;

// PostgreSQL knows no NUL in a text.
const plainText = z
  .string()
  .max(1024)
  .refine((value) => !value.includes('\0'), 'holds a NUL character');
const order = z.enum(['asc', 'desc']);

const listSchema = z.object({
  prefix: plainText.default(''),
  search: plainText.nullish(),
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: order.default('asc'),
    })
    .prefault({}),
});

/** POST /object/list/{bucket}: one folder, files and sub-folders. */
export function listObjectsRoute({ config, db, authenticator }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.object.list');
    const { prefix, search, limit, offset, sortBy } = await readInput(c, listSchema, config.limits.bodyBytes);
    const rows = await db.request<ListedEntry>(
      { ...scope, readOnly: true },
      folderStatement({
        bucket: c.req.param('bucket') as string,
        prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
        search: search ?? '',
        limit,
        offset,
        ...sortBy,
      }),
    );
    return c.json(rows);
  };
}

const pageSchema = z.object({
  prefix: plainText.default(''),
  limit: z
    .number()
    .int()
    .min(1)
    .default(MAX_ENTRIES)
    .transform((value) => Math.min(value, MAX_ENTRIES)),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: order.default('asc'),
    })
    .prefault({}),
});

/** POST /object/list-v2/{bucket}: names that begin with a prefix, page by page. */
export function listObjectPagesRoute({ config, db, authenticator }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.object.list_v2');
    const input = await readInput(c, pageSchema, config.limits.bodyBytes);
    const after = input.cursor ? decodeCursor(input.cursor) : null;
    if (input.cursor && !after) throw storageErrors.request('body/cursor: not one of this server');
    const found = await db.request<PageEntry>(
      { ...scope, readOnly: true },
      pageStatement({
        bucket: c.req.param('bucket') as string,
        prefix: input.prefix,
        limit: input.limit,
        after,
        folders: input.with_delimiter,
        ...input.sortBy,
      }),
    );
    const entries = found.slice(0, input.limit);
    const last = entries.at(-1);
    const hasNext = found.length > input.limit;
    const key = (name: string) => (input.with_delimiter ? lastSegment(name) : name);
    return c.json({
      hasNext,
      ...(hasNext && last ? { nextCursor: encodeCursor(last) } : {}),
      folders: entries.filter(({ id }) => id === null).map(({ name }) => ({ name, key: key(name) })),
      objects: entries
        .filter(({ id }) => id !== null)
        .map(({ at: _, ...object }) => ({ ...object, key: key(object.name) })),
    });
  };
}

function lastSegment(name: string): string {
  return name.replace(/\/$/, '').split('/').at(-1) as string;
}
