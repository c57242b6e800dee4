import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import type { EventAdminDeps } from '../deps.ts';

/** The most reports of the list, newest first: more than one reads at a sitting. */
const MOST = 100;

/**
 * GET /translation-reports: users' reports of bad translations, newest first, and how many there
 * are of each direction and provider (docs/adr/0071).
 */
export function getTranslationReportsRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const [reports, counts] = await Promise.all([
      db.query('select * from public.translation_report_list order by created_at desc, id limit $1', [MOST]),
      db.query(
        `select source_language, target_language, engine, count(*)::int as reports
         from public.translation_reports group by source_language, target_language, engine
         order by reports desc, source_language, target_language, engine limit $1`,
        [MOST],
      ),
    ]);
    return c.json({ reports, counts });
  };
}
