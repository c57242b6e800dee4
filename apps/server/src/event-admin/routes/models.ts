import { findModel } from '@dragoman/local-engines/models/all-models';
import { asModelError } from '@dragoman/local-engines/models/model-error';
import { downloadBytes } from '@dragoman/local-engines/models/model-folder';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 4096;
const choiceSchema = z.strictObject({ id: z.string().max(100) });

/** GET /models: every model of the local providers, and its state. */
export function getModelsRoute({ models }: EventAdminDeps): Handler<ServerEnv> {
  return (c) =>
    c.json({
      models: models.statuses().map((status) => {
        const model = findModel(status.id);
        return {
          ...status,
          version: model?.version,
          licence: model?.licence,
          optional: model?.optional ?? false,
          totalBytes: model ? downloadBytes(model) : 0,
        };
      }),
    });
}

/**
 * POST /models/retry: the server tries a model that failed again at once.
 * @throws {EventAdminError} 404
 */
export function retryModelRoute({ models }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    if (!models.retry(await readChoice(c))) throw noSuchModel();
    return c.json({});
  };
}

/**
 * POST /models/enable: switches an optional model on; the server downloads it in the background.
 * @throws {EventAdminError} 404; 409 when the models folder cannot be written
 */
export function switchModelOnRoute({ models }: EventAdminDeps): Handler<ServerEnv> {
  return switchRoute((id) => models.switchOn(id));
}

/**
 * POST /models/disable: switches an optional model off and deletes its files.
 * @throws {EventAdminError} 404; 409 when the models folder cannot be written
 */
export function switchModelOffRoute({ models }: EventAdminDeps): Handler<ServerEnv> {
  return switchRoute((id) => models.switchOff(id));
}

function switchRoute(change: (id: string) => Promise<boolean>): Handler<ServerEnv> {
  return async (c) => {
    const id = await readChoice(c);
    try {
      if (!(await change(id))) throw noSuchModel();
    } catch (error) {
      if (error instanceof EventAdminError) throw error;
      const { failure, message } = asModelError(error);
      if (failure === 'read-only') throw new EventAdminError(409, 'models_read_only', message);
      if (failure === 'disk-full') throw new EventAdminError(409, 'models_disk_full', message);
      throw error;
    }
    return c.json({});
  };
}

/** @returns the id that the request names, recorded as what the administrator acts on */
async function readChoice(c: Context<ServerEnv>): Promise<string> {
  const { id } = choiceSchema.parse(await readJson(c, BODY_BYTES));
  actingAdmin(c).target = id;
  return id;
}

function noSuchModel(): EventAdminError {
  return new EventAdminError(404, 'not_found', 'There is no such model');
}
