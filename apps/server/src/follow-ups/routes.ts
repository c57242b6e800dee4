import {
  FOLLOW_UP_BATCH,
  FOLLOW_UP_SUBJECT_MAX_LENGTH,
  FOLLOW_UP_TEXT_MAX_LENGTH,
  type FollowUpFault,
} from '@dragoman/domain/follow-ups/follow-up-template';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import type { Database } from '@dragoman/supabase-server/db/database';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Claims } from '@dragoman/supabase-server/keys/signing-keys';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { callerOf, Refusal, refuseCall } from '../util/user-calls.ts';

/** 50 mails of 5,000 characters, of 4 bytes at most, with their subjects. */
const BODY_BYTES = 1_100_000;
/** Mails of a booth within 24 hours. */
const MOST_A_DAY = 200;
/** Per user. */
const CALLS: CallerLimits = { calls: 30, windowMs: 60_000, atOnce: 1 };

/** A mail that a person has approved. */
const mailSchema = z.object({
  /** The lead's profile. */
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

/**
 * Why a mail was not taken: what {@link FollowUpFault} says, `unknown` for a person who is no lead of
 * the booth, `today` for one who was mailed within 24 hours.
 */
type LeftOut = { personId: string; reason: FollowUpFault | 'unknown' | 'today' };

/**
 * Takes approved mails, which the worker sends.
 * @param claims of the caller: row-level security decides which people are leads of their booth
 * @returns how many were taken, and which were not
 * @throws {Refusal} 409 for a caller who is no vendor or has no confirmed address, 429 beyond the
 * booth's mails of a day: then none is taken
 */
async function queueFollowUps(
  db: Database,
  claims: Claims,
  mails: readonly z.infer<typeof mailSchema>[],
): Promise<{ queued: number; leftOut: LeftOut[] }> {
  const scope = { role: 'authenticated', claims, readOnly: true } as const;
  const [me] = await db.request<{ id: string; booth: string; role: string }>(scope, {
    text: 'select private.my_profile_id() as id, private.my_booth() as booth, private.my_role() as role',
    values: [],
  });
  if (!me?.id || me.role !== 'vendor') throw new Refusal(409, 'Only a vendor sends follow-ups');
  const [address] = await db.query(
    `select 1 from auth.users where id = $1 and email_confirmed_at is not null and email <> ''`,
    [claims.sub],
  );
  if (!address) throw new Refusal(409, 'Confirm your e-mail address first: it gets the replies');
  // The last one counts where a person is named twice.
  const byPerson = new Map(mails.map((mail) => [mail.personId.toLowerCase(), mail]));
  const leads = await db.request<{ id: string }>(scope, {
    text: `select person_id as id from public.lead_list where person_id = any ($1::uuid[]) and role = 'visitor'`,
    values: [[...byPerson.keys()]],
  });
  const known = new Set(leads.map(({ id }) => id));
  const wanted = [...byPerson.keys()].filter((id) => known.has(id));
  const leftOut: LeftOut[] = [...byPerson.keys()]
    .filter((id) => !known.has(id))
    .map((personId) => ({ personId, reason: 'unknown' }));

  return db.transaction(async (tx) => {
    // One batch of a booth at a time: two at once would both be within the limits.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('follow_ups:' || $1::text, 0))`, [
      me.booth,
    ]);
    const states = await tx.query<{ id: string; reason: LeftOut['reason'] | null }>(
      `select person.id, coalesce(
         private.follow_up_obstacle($1, $2, person.id),
         case when exists (
           select 1 from public.follow_ups f
           where f.owner_id = $1 and f.person_id = person.id and f.status <> 'failed'
             and (f.status = 'waiting' or f.created_at > now() - interval '1 day')
         ) then 'today' end) as reason
       from unnest($3::uuid[]) person (id)`,
      [me.booth, me.id, wanted],
    );
    for (const { id, reason } of states) if (reason !== null) leftOut.push({ personId: id, reason });
    const taken = states.flatMap(({ id, reason }) => {
      const mail = byPerson.get(id);
      return reason === null && mail ? [{ ...mail, personId: id }] : [];
    });
    const [day] = await tx.query<{ count: number }>(
      `select count(*)::int as count from public.follow_ups
       where owner_id = $1 and created_at > now() - interval '1 day'`,
      [me.booth],
    );
    if ((day?.count ?? 0) + taken.length > MOST_A_DAY) {
      throw new Refusal(429, `A booth sends ${MOST_A_DAY} follow-ups a day at most`);
    }
    await tx.execute(
      `insert into public.follow_ups (owner_id, sent_by, person_id, subject, text)
       select $1, $2, mail.person_id, mail.subject, mail.text
       from unnest($3::uuid[], $4::text[], $5::text[]) mail (person_id, subject, text)`,
      [
        me.booth,
        me.id,
        taken.map(({ personId }) => personId),
        taken.map(({ subject }) => subject),
        taken.map(({ text }) => text),
      ],
    );
    return { queued: taken.length, leftOut };
  });
}
