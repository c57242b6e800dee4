import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { readInput } from '../http/read-input.ts';
import { isBucketName } from '../rules/bucket-name.ts';
import { bucketSettingsSchema, readFileSizeLimit, requireMimePatterns } from './bucket-input.ts';

const bodySchema = bucketSettingsSchema.extend({
  name: z.string(),
  id: z.string().optional(),
  type: z.literal('STANDARD').optional(),
});

/** POST /bucket */
export function createBucketRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope, owner } = await readCaller(c, deps.authenticator, 'storage.bucket.create');
    const body = await readInput(c, bodySchema, deps.config.limits.bodyBytes);
    const id = body.id ?? body.name;
    for (const name of [id, body.name]) {
      if (!isBucketName(name)) throw storageErrors.bucketName(name.slice(0, 200));
    }
    requireMimePatterns(body.allowed_mime_types);
    await deps.db.request(scope, {
      text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        id,
        body.name,
        owner.uuid,
        owner.id,
        body.public ?? false,
        readFileSizeLimit(deps, body.file_size_limit) ?? null,
        body.allowed_mime_types ?? null,
      ],
    });
    return c.json({ name: body.name });
  };
}
