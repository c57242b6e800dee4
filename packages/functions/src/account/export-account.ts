import { type CallerLimits, createCallerLimit } from '../http/caller-limit.ts';
import { jsonResponse } from '../http/json.ts';
import type { Log } from '../http/log.ts';
import { systemClock } from '../providers/retry.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { accountEntries } from './account-entries.ts';
import type { AccountSource } from './account-source.ts';

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
type AccountExport = (userId: string, open: () => Promise<AccountSource>) => Promise<Response>;

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

/**
 * Passes a stream on, and breaks it off when its consumer asks for nothing for a while. The time
 * that the stream itself takes does not count.
 * @param idleMs the longest time between two requests, in milliseconds
 */
export function endWhenUnread(
  stream: ReadableStream<Uint8Array>,
  idleMs: number,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timer = setTimeout(() => {
      const error = new DOMException('the client has stopped reading', 'TimeoutError');
      controller.error(error);
      reader.cancel(error).catch(() => undefined);
    }, idleMs);
  }

  return new ReadableStream<Uint8Array>(
    {
      start: wait,
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        wait(controller);
      },
      cancel(reason) {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead: each pull is a request of the consumer.
    { highWaterMark: 0 },
  );
}
