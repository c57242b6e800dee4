import {
  FOLLOW_UP_BATCH,
  FOLLOW_UP_SUBJECT_MAX_LENGTH,
  FOLLOW_UP_TEXT_MAX_LENGTH,
} from '@dragoman/domain/follow-ups/follow-up-template';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { callerOf, Refusal, refuseCall } from '../util/user-calls.ts';
import { queueFollowUps } from './queue.ts';

/** 50 mails of 5,000 characters, of 4 bytes at most, with their subjects. */
const BODY_BYTES = 1_100_000;
/** Per user. */
const CALLS: CallerLimits = { calls: 30, windowMs: 60_000, atOnce: 1 };

const mailSchema = z.object({
  personId: z.uuid(),
  // A control character could begin a header of its own.
  subject: z
    .string()
    .trim()
    .min(1)
    .max(FOLLOW_UP_SUBJECT_MAX_LENGTH)
    .regex(/^\P{Cc}*$/u),
  // PostgreSQL keeps no NUL.
  text: z
    .string()
    .trim()
    .min(1)
    .max(FOLLOW_UP_TEXT_MAX_LENGTH)
    .regex(/^[^\0]*$/),
});
const bodySchema = z.object({ mails: z.array(mailSchema).min(1).max(FOLLOW_UP_BATCH) });

/**
 * `POST /follow-ups` with `{ mails: [{ personId, subject, text }] }` takes mails that the caller has
 * approved, of which the worker sends each. Answer: `{ queued, leftOut: [{ personId, reason }] }`.
 * To be mounted at /functions/v1.
 *
 * Statuses: 200 · 400 a bad field · 401 no session · 404 this installation sends no mails · 409 no
 * vendor, or one without a confirmed address · 413 body too large · 429 too many calls or mails.
 * @param sends whether the installation sends mails
 */
export function createFollowUpRoutes(
  deps: Pick<AppContext, 'db' | 'authenticator'>,
  sends: boolean,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.onError(refuseCall);
  const calls = createCallerLimit(CALLS, systemClock);
  routes.post('/follow-ups', async (c) => {
    if (!sends) throw new Refusal(404, 'This installation sends no mails');
    const claims = await callerOf(deps, c);
    const admission = calls.admit(claims.sub);
    if (!admission.ok) throw new Refusal(429, 'Too many calls, try again in a minute');
    try {
      const { mails } = bodySchema.parse(await readJson(c, BODY_BYTES));
      return c.json(await queueFollowUps(deps.db, claims, mails));
    } finally {
      admission.done();
    }
  });
  return routes;
}
