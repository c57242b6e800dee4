import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Mailer } from '@dragoman/supabase-server/mail/mail';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { type Rounds, startRounds } from '../util/start-rounds.ts';
import { workOff } from '../util/work-off.ts';
import { renderFollowUp } from './follow-up-mail.ts';
import { claimFollowUps, type DueFollowUp, finishFollowUp, retryFollowUp } from './jobs.ts';

/** Mails that are sent at once. */
const SLOTS = 10;
const MINUTE_MS = 60_000;
/** Waits before the next attempt; after the last of them the mail has failed. */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);
/** Attempts that ended with their process count as well. */
const MOST_TRIES = RETRY_MS.length + 1;

export interface FollowUpDeps {
  db: Database;
  log: Pick<Logger, 'warn'>;
  mailer: Mailer;
  /** Origin of the product. */
  publicUrl: string;
  /** @returns the address that ends a booth's mails to a person */
  unsubscribeUrl(grant: { booth: string; profile: string; language: Language }): Promise<string>;
  /** The product's name. */
  appName(): string;
}

/**
 * Sends approved follow-ups until it is closed.
 * @param everySeconds how often it looks for mails that are due; 0: never, another process does
 */
export function startFollowUps(deps: FollowUpDeps, everySeconds: number): Rounds {
  return startRounds(everySeconds * 1000, (signal) => runFollowUps(deps, signal));
}

/**
 * One round: sends all mails that are due. Safe at any time and on any number of processes. Failures
 * are logged, never thrown; the next round tries again.
 */
export async function runFollowUps(deps: FollowUpDeps, signal?: AbortSignal): Promise<void> {
  try {
    await workOff(
      {
        slots: SLOTS,
        claim: (limit) => claimFollowUps(deps.db, limit),
        handle: (mail) => sendOne(deps, mail),
      },
      signal,
    );
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    deps.log.warn({ err: { name, code } }, 'a round of follow-ups failed');
  }
}

async function sendOne(deps: FollowUpDeps, mail: DueFollowUp): Promise<void> {
  const { db, mailer, publicUrl, log } = deps;
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
    const wait = RETRY_MS[tries - 1];
    log.warn({ tries }, 'a follow-up could not be sent');
    if (isRefused(error)) return finishFollowUp(db, id, 'refused');
    return wait === undefined ? finishFollowUp(db, id, 'unreachable') : retryFollowUp(db, id, wait);
  }
  await finishFollowUp(db, id, null);
}

/** Checks whether the mail server refuses the mail for good (RFC 5321, section 4.2.1). */
function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}
