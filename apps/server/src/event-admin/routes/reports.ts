import { characterCount, storableText } from '@dragoman/domain/text';
import { sqlState } from '@dragoman/supabase-server/db/database';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 1024;
const NOTE_BYTES = 16_384;
/** The most reports of one state, newest first: more than one reads at a sitting. */
const MOST = 100;
const listQuery = z.strictObject({ status: z.enum(['open', 'closed']) });
const changeSchema = z.strictObject({ closed: z.boolean() });
/** Code points, as the database counts them. */
const LONGEST_NOTE = 2000;
const noteSchema = z.strictObject({
  note: z
    .string()
    .trim()
    .refine((text) => characterCount(text) <= LONGEST_NOTE, `must have at most ${LONGEST_NOTE} characters`)
    .transform(storableText),
  seen: z.number().int().min(0),
});

/** GET /reports?status=…: users' reports, with the messages that they attached. */
export function getReportsRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { status } = listQuery.parse(c.req.query());
    const [reports, [counted]] = await Promise.all([
      db.query('select * from public.report_desk where status = $1 order by created_at desc, id limit $2', [
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

/** PUT /reports/:id: handles a report, or opens it again. @throws {EventAdminError} 404 */
export function setReportRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { closed } = changeSchema.parse(await readJson(c, BODY_BYTES));
    await change(db, 'select from public.close_report($1, $2)', [reportId(c), closed]);
    actingAdmin(c).action = closed ? 'report_closed' : 'report_opened_again';
    actingAdmin(c).target = reportId(c);
    return c.body(null, 204);
  };
}

/**
 * PUT /reports/:id/note: the administrators' internal note, with the revision that it was based on;
 * empty: no note.
 * @throws {EventAdminError} 404, 409
 */
export function setReportNoteRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { note, seen } = noteSchema.parse(await readJson(c, NOTE_BYTES));
    await change(db, 'select from public.note_report($1, $2, $3)', [reportId(c), note, seen]);
    actingAdmin(c).target = reportId(c);
    return c.body(null, 204);
  };
}

/** @throws {EventAdminError} 404 */
function reportId(c: Context<ServerEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw noSuchReport();
  return id.data;
}

/** @throws {EventAdminError} for what the functions of the database refuse */
async function change(db: EventAdminDeps['db'], call: string, values: unknown[]): Promise<void> {
  try {
    await db.query(call, values);
  } catch (error) {
    const state = sqlState(error);
    if (state === 'PT404') throw noSuchReport();
    if (state === 'PT409') {
      throw new EventAdminError(409, 'conflict', 'Another administrator has changed this in the meantime');
    }
    throw error;
  }
}

function noSuchReport(): EventAdminError {
  return new EventAdminError(404, 'not_found', 'There is no such report');
}
