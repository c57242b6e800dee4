import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';

const BODY_BYTES = 4096;
const testSchema = z.strictObject({ kind: z.string().max(40), engine: z.string().max(100) });

/** GET /engines */
export function getEnginesRoute({ engines }: OrganiserDeps): Handler<ServerEnv> {
  return (c) => c.json({ groups: engines.groups() });
}

/** POST /engines/test: one sentence of ours, counted like any other. */
export function testEngineRoute({ engines }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { kind, engine } = testSchema.parse(await readJson(c, BODY_BYTES));
    const result = await engines.test(kind, engine);
    if (!result) throw new OrganiserError(404, 'not_found', 'There is no such engine to try');
    return c.json(result);
  };
}
