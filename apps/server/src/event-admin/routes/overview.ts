import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import { z } from 'zod';

import { eventCounts } from '../data/event-counts.ts';
import { oldChats } from '../data/old-chats.ts';
import type { EventAdminDeps } from '../deps.ts';

const overviewQuery = z.strictObject({ since: z.iso.datetime({ offset: true }) });
const retentionQuery = z.strictObject({
  days: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(3650)),
});

/**
 * GET /overview?since=…: counts of the whole event, and counts since then (the administrator's
 * midnight).
 */
export function getOverviewRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { since } = overviewQuery.parse(c.req.query());
    return c.json(await eventCounts(db, since));
  };
}

/**
 * GET /retention?days=…: the numbers of chats that this many days of retention would delete now.
 */
export function getRetentionRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { days } = retentionQuery.parse(c.req.query());
    return c.json(await oldChats(db, days));
  };
}
