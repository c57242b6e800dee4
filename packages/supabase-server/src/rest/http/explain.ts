import type { Statement } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import { explainStatement, type PlanRow, planBody } from '../sql/explain.ts';
import { contentHeaders, type RestResponse } from './response.ts';
import type { RestContext } from './rest-context.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * PostgreSQL's plan of the request's statement, for the caller's own role.
 * @returns null when the request does not ask for that but for its result
 */
export async function explainResponse(
  ctx: RestContext,
  request: RestRequest,
  scope: RequestScope,
  statement: Statement,
): Promise<RestResponse | null> {
  const { plan } = request.media;
  if (plan === null) return null;
  const rows = await ctx.slots.run(request.caller, () =>
    ctx.db.request<PlanRow>(scope, explainStatement(statement, plan)),
  );
  return { status: 200, headers: contentHeaders(request), body: planBody(rows, plan) };
}
