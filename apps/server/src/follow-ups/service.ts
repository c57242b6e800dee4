import type { FollowUpFault } from '@dragoman/domain/follow-ups/follow-up-template';
import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { createMailedPage, mailedAddress } from '../notifications/mailed-links.ts';
import { createMailing, type Mailing } from '../notifications/notifier.ts';
import { createWorker, MOST_TRIES, type Retry, runJobs, type Worker } from '../util/job-runner.ts';
import { renderFollowUp, STOP_FOLLOW_UPS, type StopFollowUps } from './follow-up-mail.ts';
import { createFollowUpRoutes } from './routes.ts';

/** Mails that are sent at once. */
const SLOTS = 10;
/**
 * The time in which an attempt ends, by the time limits of connections. If a process dies, another
 * one tries again after it.
 */
const LEASE = `interval '5 minutes'`;

export interface FollowUpDeps extends Mailing {
  db: Database;
  log: Pick<Logger, 'warn'>;
  /** @returns the address that ends a booth's mails to a person */
  unsubscribeUrl(grant: StopFollowUps): Promise<string>;
}

export interface FollowUpService {
  /** To be mounted at /functions/v1. */
  routes: Hono<ServerEnv>;
  /** What the worker needs, for tests; null where the installation sends no mails. */
  deps: FollowUpDeps | null;
  close(): Promise<void>;
}

/** Sends the follow-ups that a booth's people have approved (docs/adr/0088-webhooks-and-follow-up-mails.md). */
export function createFollowUpService(ctx: AppContext): FollowUpService {
  const { db, log, signingKeys, config } = ctx;
  const mailing = createMailing(ctx);
  const deps: FollowUpDeps | null = mailing && {
    ...mailing,
    db,
    log,
    unsubscribeUrl: (grant) => mailedAddress(signingKeys, mailing.publicUrl, STOP_FOLLOW_UPS, grant),
  };
  const rounds = deps && followUpWorker(deps).start(config.cleanup.missedRepliesSeconds);
  const routes = new Hono<ServerEnv>();
  routes.route('/', createMailedPage(ctx, STOP_FOLLOW_UPS));
  routes.route('/', createFollowUpRoutes(ctx, deps !== null));
  return {
    routes,
    deps,
    async close() {
      await rounds?.close();
    },
  };
}

/** Sends approved follow-ups. */
export function followUpWorker(deps: FollowUpDeps): Worker {
  const { db, log } = deps;
  return createWorker(log, 'a round of follow-ups failed', [
    (signal) =>
      runJobs<DueFollowUp>(
        {
          slots: SLOTS,
          claim: (limit) => claimFollowUps(db, limit),
          attempt: (mail, retry) => sendOne(deps, mail, retry),
          onFailure: (fields) => log.warn(fields, 'a follow-up could not be sent'),
        },
        signal,
      ),
  ]);
}

async function sendOne(deps: FollowUpDeps, mail: DueFollowUp, retry: Retry): Promise<unknown> {
  const { db, mailer, publicUrl } = deps;
  const { id, to, language, subject, text, tries, obstacle } = mail;
  const { senderName: name, senderCompany: company, senderAddress: address } = mail;
  if (obstacle !== null || to === null) return finishFollowUp(db, id, obstacle ?? 'withheld');
  if (name === null || !address) return finishFollowUp(db, id, 'sender');
  if (tries > MOST_TRIES) return finishFollowUp(db, id, 'unreachable');
  const unsubscribeUrl = await deps.unsubscribeUrl({
    booth: mail.boothId,
    profile: mail.personId,
    language,
  });
  try {
    await mailer.send(
      renderFollowUp(
        { id, to, language, subject, text, sender: { name, company, address } },
        { app: deps.appName(), publicUrl, unsubscribeUrl },
      ),
    );
  } catch (error) {
    return retry(tries, (waitMs) => {
      if (isRefused(error)) return finishFollowUp(db, id, 'refused');
      return waitMs === null ? finishFollowUp(db, id, 'unreachable') : retryFollowUp(db, id, waitMs);
    });
  }
  await finishFollowUp(db, id, null);
}

/** Checks whether the mail server refuses the mail for good (RFC 5321, section 4.2.1). */
function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}

/** A mail that is due, with what is so at this moment. */
interface DueFollowUp {
  id: string;
  boothId: string;
  personId: string;
  subject: string;
  text: string;
  /** Attempts, this one included. */
  tries: number;
  /** Why it must not go to the person; null: it may. */
  obstacle: FollowUpFault | null;
  to: string | null;
  language: Language;
  senderName: string | null;
  senderCompany: string | null;
  /** The confirmed address of who approved it, if they still work at the booth. */
  senderAddress: string | null;
}

/** Claims due mails, the longest waiting first, so that no other process sends them. */
function claimFollowUps(db: Database, limit: number): Promise<DueFollowUp[]> {
  return db.query<DueFollowUp & Record<string, unknown>>(
    `with due as (
       select id from public.follow_ups where due_at <= now() order by due_at limit $1 for update skip locked),
     claimed as (
       update public.follow_ups f set due_at = now() + ${LEASE}, tries = f.tries + 1
       from due where f.id = due.id returning f.*)
     select c.id, c.owner_id as "boothId", c.person_id as "personId", c.subject, c.text, c.tries,
       private.follow_up_obstacle(c.owner_id, c.sent_by, c.person_id) as obstacle,
       person.email as "to", person.language,
       sender.name as "senderName", coalesce(sender.company, booth.company) as "senderCompany", u.email as "senderAddress"
     from claimed c
     join public.profiles person on person.id = c.person_id
     join public.profiles booth on booth.id = c.owner_id
     left join public.profiles sender on sender.id = c.sent_by and private.booth_of(sender.id) = c.owner_id
     left join auth.users u on u.id = sender.user_id and u.email_confirmed_at is not null
       and coalesce(u.banned_until < now(), true)`,
    [limit],
  );
}

/** Records how a mail ended, and removes its words. @param fault null: it was sent */
async function finishFollowUp(db: Database, id: string, fault: FollowUpFault | null): Promise<void> {
  await db.execute(
    `update public.follow_ups set status = $2, reason = $3, finished_at = clock_timestamp(),
       subject = null, text = null, due_at = null
     where id = $1 and status = 'waiting'`,
    [id, fault === null ? 'sent' : 'failed', fault],
  );
}

/** @param waitMs milliseconds until the next attempt */
async function retryFollowUp(db: Database, id: string, waitMs: number): Promise<void> {
  await db.execute(
    `update public.follow_ups set due_at = now() + $2::double precision * interval '1 millisecond'
     where id = $1 and status = 'waiting'`,
    [id, waitMs],
  );
}
