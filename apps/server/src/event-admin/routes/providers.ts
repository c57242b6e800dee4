import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import { z } from 'zod';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 4096;
const testSchema = z.strictObject({ kind: z.string().max(40), engine: z.string().max(100) });

/** GET /engines */
export function getProvidersRoute({ providers }: EventAdminDeps): Handler<ServerEnv> {
  return (c) => c.json({ groups: providers.groups() });
}

/**
 * POST /engines/test: a tiny piece of work of ours, counted like any other.
 * @throws {EventAdminError} 404, 429
 */
export function testProviderRoute({ providers }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { kind, engine: provider } = testSchema.parse(await readJson(c, BODY_BYTES));
    const outcome = await providers.test(kind, provider);
    actingAdmin(c).target = `${kind} ${provider}`;
    if (outcome.state === 'done') return c.json(outcome.test);
    if (outcome.state === 'unknown') {
      throw new EventAdminError(404, 'not_found', 'There is no such engine to try');
    }
    throw new EventAdminError(429, 'too_many_tests', 'This engine was tried often, or is being tried', {
      retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000),
    });
  };
}
