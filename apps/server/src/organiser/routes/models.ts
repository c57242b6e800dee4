import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { downloadBytes } from '../../models/model-folder.ts';
import { TRANSLATION_MODELS } from '../../models/translation-models.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 4096;
const retrySchema = z.strictObject({ id: z.string().max(100) });

/** GET /models: every model of the engines on this machine, and its state; none where they are switched off. */
export function getModelsRoute({ models }: OrganiserDeps): Handler<ServerEnv> {
  return (c) =>
    c.json({
      models: (models?.statuses() ?? []).map((status) => {
        const model = TRANSLATION_MODELS.find(({ id }) => id === status.id);
        return {
          ...status,
          version: model?.version,
          licence: model?.licence,
          totalBytes: model ? downloadBytes(model) : 0,
        };
      }),
    });
}

/** POST /models/retry: the server tries a model that failed again at once. @throws {OrganiserError} 404 */
export function retryModelRoute({ models }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { id } = retrySchema.parse(await readJson(c, BODY_BYTES));
    actingAdmin(c).target = id;
    if (!models?.retry(id)) throw new OrganiserError(404, 'not_found', 'There is no such model');
    return c.json({});
  };
}
