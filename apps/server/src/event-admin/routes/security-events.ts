import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { readSecurityEvents } from '@dragoman/supabase-server/security/event-store';
import { SECURITY_EVENT_NAMES } from '@dragoman/supabase-server/security/security-events';
import type { Handler } from 'hono';
import { z } from 'zod';
import type { EventAdminDeps } from '../deps.ts';

const PAGE = 50;
const query = z.strictObject({
  event: z.enum(SECURITY_EVENT_NAMES as [string, ...string[]]).optional(),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/**
 * GET /security-events?event=…&before=…: fifty entries, the newest first; `before` is the id of the
 * last one seen.
 */
export function getSecurityEventsRoute({ db, securityLog }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { event, before } = query.parse(c.req.query());
    // The answer must include the events that this process has just recorded.
    await securityLog.flush();
    const found = await readSecurityEvents(db, {
      event: SECURITY_EVENT_NAMES.find((name) => name === event) ?? null,
      before: before ?? null,
      limit: PAGE + 1,
    });
    return c.json({ events: found.slice(0, PAGE), more: found.length > PAGE });
  };
}
