import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { BUCKET_COLUMNS, type BucketRow, findBucket } from '../data/buckets.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';

const MAX_BUCKETS = 1000;

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_BUCKETS).default(MAX_BUCKETS),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(100).default(''),
});

/** GET /bucket: the buckets that the caller may see. */
export function listBucketsRoute({ db, authenticator }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.bucket.list');
    const parsed = querySchema.safeParse(c.req.query());
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw storageErrors.request(`querystring/${issue?.path.join('/')}: ${issue?.message}`);
    }
    const { limit, offset, sortColumn, sortOrder, search } = parsed.data;
    const rows = await db.request<BucketRow>(
      { ...scope, readOnly: true },
      {
        text: `select ${BUCKET_COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
          order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
        values: [search, limit, offset],
      },
    );
    return c.json(rows);
  };
}

/** GET /bucket/{id} */
export function getBucketRoute({ db, authenticator }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.bucket.get');
    const id = c.req.param('id') as string;
    return c.json(await db.requestTransaction({ ...scope, readOnly: true }, (tx) => findBucket(tx, id)));
  };
}
