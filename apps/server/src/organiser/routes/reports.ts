import type { Handler } from 'hono';
import { z } from 'zod';
import { sqlState } from '../../db/database.ts';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';

const BODY_BYTES = 1024;
/** Of one state, newest first: more than one reads at a sitting. */
const MOST = 100;
const listQuery = z.strictObject({ status: z.enum(['open', 'closed']) });
const changeSchema = z.strictObject({ closed: z.boolean() });

/** GET /reports?status=…: what users have told the organiser, with the messages that they have laid before them. */
export function getReportsRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { status } = listQuery.parse(c.req.query());
    const [reports, [counted]] = await Promise.all([
      db.query('select * from public.report_list where status = $1 order by created_at desc, id limit $2', [
        status,
        MOST,
      ]),
      db.query<{ open: number; closed: number }>(
        `select count(*) filter (where status = 'open')::int as open,
           count(*) filter (where status = 'closed')::int as closed from public.reports`,
      ),
    ]);
    return c.json({ reports, open: counted?.open ?? 0, closed: counted?.closed ?? 0 });
  };
}

/** PUT /reports/:id: handles a report, or opens it again. @throws {OrganiserError} 404 */
export function setReportRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { closed } = changeSchema.parse(await readJson(c, BODY_BYTES));
    const id = z.uuid().safeParse(c.req.param('id'));
    if (!id.success || !(await closeReport(db, id.data, closed))) {
      throw new OrganiserError(404, 'not_found', 'There is no such report');
    }
    return c.body(null, 204);
  };
}

/** @returns false when there is no such report */
async function closeReport(db: OrganiserDeps['db'], id: string, closed: boolean): Promise<boolean> {
  try {
    await db.query('select from public.close_report($1, $2)', [id, closed]);
    return true;
  } catch (error) {
    if (sqlState(error) === 'PT404') return false;
    throw error;
  }
}
