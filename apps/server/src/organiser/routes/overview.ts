import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';

import { eventCounts } from '../data/event-counts.ts';
import { oldChats } from '../data/old-chats.ts';
import type { OrganiserDeps } from '../deps.ts';

const overviewQuery = z.strictObject({ since: z.iso.datetime({ offset: true }) });
const retentionQuery = z.strictObject({
  days: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(3650)),
});

/** GET /overview?since=…: counts of the whole event, and of what has been since then (the organiser's midnight). */
export function getOverviewRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { since } = overviewQuery.parse(c.req.query());
    return c.json(await eventCounts(db, since));
  };
}

/** GET /retention?days=…: what would be deleted now if chats were kept for so many days. */
export function getRetentionRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { days } = retentionQuery.parse(c.req.query());
    return c.json(await oldChats(db, days));
  };
}
