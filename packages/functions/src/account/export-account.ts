import { type CallerLimits, createCallerLimit } from '../http/caller-limit.ts';
import { jsonResponse } from '../http/json-response.ts';
import type { Log } from '../http/log.ts';
import { systemClock } from '../translate/retry.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { accountEntries } from './account-entries.ts';
import type { AccountSource } from './account-source.ts';
import { endWhenUnread } from './end-when-unread.ts';

/**
 * Per user, in this process. One at a time is enough, and each export reads all of a user's data.
 */
const PER_USER: CallerLimits = { calls: 5, windowMs: 10 * 60_000, atOnce: 1 };
/** Limits the exports of all users in this process, so that other requests are not slowed down. */
const AT_ONCE = 4;
/** A client that takes nothing for so long gives its place back. */
const IDLE_MS = 60_000;
const RETRY_SOON = { 'retry-after': '60' };

/**
 * Answers one call of the function `export-account`: everything about the user as a ZIP
 * (docs/adr/0032). 429 with Retry-After after too many exports, 503 while too many others are
 * running.
 * @param userId the signed-in user
 * @param open reads the account, and records the export before the first byte is sent
 */
export type AccountExport = (userId: string, open: () => Promise<AccountSource>) => Promise<Response>;

/**
 * @param idleMs ends an export whose client reads nothing for so many milliseconds
 * @returns answers calls, and counts them in this process.
 */
export function createAccountExport(log: Pick<Log, 'warn'>, idleMs = IDLE_MS): AccountExport {
  const limit = createCallerLimit(PER_USER, systemClock);
  let underWay = 0;

  return async (userId, open) => {
    if (underWay >= AT_ONCE) {
      return jsonResponse(503, { error: 'Other exports are under way, try again in a minute' }, RETRY_SOON);
    }
    const admission = limit.admit(userId);
    if (!admission.ok) {
      const seconds = Math.ceil(admission.retryAfterMs / 1000);
      const error = `Too many exports, try again in ${seconds} seconds`;
      return jsonResponse(429, { error }, { 'retry-after': String(seconds) });
    }
    underWay += 1;
    const done = (failure?: unknown) => {
      underWay -= 1;
      admission.done();
      if (failure === undefined) return;
      const { name, code } = Object(failure) as { name?: unknown; code?: unknown };
      log.warn({ err: { name, code } }, 'the export of an account was broken off');
    };
    try {
      const source = await open();
      const zip = zipStream(accountEntries(source, new Date()), done);
      // The official client gives a Blob of this type alone.
      return new Response(endWhenUnread(zip, idleMs), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="account.zip"',
          'cache-control': 'no-store',
        },
      });
    } catch (error) {
      done();
      throw error;
    }
  };
}
