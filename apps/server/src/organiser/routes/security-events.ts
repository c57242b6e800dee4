import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { readSecurityEvents } from '../../security/event-store.ts';
import { SECURITY_EVENT_NAMES } from '../../security/security-events.ts';
import type { OrganiserDeps } from '../deps.ts';

const PAGE = 50;
const query = z.strictObject({
  event: z.enum(SECURITY_EVENT_NAMES as [string, ...string[]]).optional(),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/** GET /security-events?event=…&before=…: fifty entries, the newest first; `before` is the id of the last one seen. */
export function getSecurityEventsRoute({ db, securityLog }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { event, before } = query.parse(c.req.query());
    // What this process has just recorded belongs to what is read.
    await securityLog.flush();
    const found = await readSecurityEvents(db, {
      event: SECURITY_EVENT_NAMES.find((name) => name === event) ?? null,
      before: before ?? null,
      limit: PAGE + 1,
    });
    return c.json({ events: found.slice(0, PAGE), more: found.length > PAGE });
  };
}
