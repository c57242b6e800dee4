import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 4096;
const testSchema = z.strictObject({ kind: z.string().max(40), engine: z.string().max(100) });

/** GET /engines */
export function getEnginesRoute({ engines }: OrganiserDeps): Handler<ServerEnv> {
  return (c) => c.json({ groups: engines.groups() });
}

/** POST /engines/test: a tiny piece of work of ours, counted like any other. @throws {OrganiserError} 404, 429 */
export function testEngineRoute({ engines }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { kind, engine } = testSchema.parse(await readJson(c, BODY_BYTES));
    const outcome = await engines.test(kind, engine);
    actingAdmin(c).target = `${kind} ${engine}`;
    if (outcome.state === 'done') return c.json(outcome.test);
    if (outcome.state === 'unknown') {
      throw new OrganiserError(404, 'not_found', 'There is no such engine to try');
    }
    throw new OrganiserError(429, 'too_many_tests', 'This engine was tried often, or is being tried', {
      retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000),
    });
  };
}
