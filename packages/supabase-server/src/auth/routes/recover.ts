import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { optionalText, pkceFields } from '../http/fields.ts';
import { linkRequest } from '../http/link-request.ts';
import { readParams } from '../http/read-params.ts';
import { readAddress, requestRecovery } from '../services/request-link.ts';

const bodySchema = z.object({ email: optionalText, ...pkceFields });

/** POST /recover */
export function recoverRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, params);
    await requestRecovery(deps, readAddress(params.email), request);
    return c.json({});
  };
}
