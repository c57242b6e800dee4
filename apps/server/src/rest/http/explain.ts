import type { Statement } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import { explainStatement, type PlanRow, planBody } from '../sql/explain.ts';
import { type Answer, contentHeaders } from './answer.ts';
import type { RestContext } from './rest-context.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * How PostgreSQL executes the statement that a request makes, for the caller's own role.
 * @returns null when the request does not ask for that but for its result
 */
export async function explainAnswer(
  ctx: RestContext,
  request: RestRequest,
  scope: RequestScope,
  statement: Statement,
): Promise<Answer | null> {
  const { plan } = request.media;
  if (plan === null) return null;
  const rows = await ctx.slots.run(request.caller, () =>
    ctx.db.request<PlanRow>(scope, explainStatement(statement, plan)),
  );
  return { status: 200, headers: contentHeaders(request), body: planBody(rows, plan) };
}
