import { isLanguage } from '@dragoman/domain/languages';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/translate/retry';
import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { zipStream } from '../../util/zip-stream.ts';
import type { AccountDeps } from '../deps.ts';
import { accountEntries } from './account-entries.ts';
import { createAccountReader } from './account-reader.ts';

/**
 * Per user, in this process. One at a time is enough, and each export reads all of a user's data.
 */
const PER_USER: CallerLimits = { calls: 5, windowMs: 10 * 60_000, atOnce: 1 };
/** Of all users, in this process: what it takes from everybody else's requests has an end. */
const AT_ONCE = 4;

/**
 * `POST /functions/v1/export-account`: everything about the caller as a ZIP (docs/adr/0032). The
 * export is recorded before its first byte is sent. 429 with Retry-After after too many exports,
 * 503 while too many others are running.
 */
export function exportAccountRoute({ ctx, gate, storage }: AccountDeps): Handler<ServerEnv> {
  const limit = createCallerLimit(PER_USER, systemClock);
  let underWay = 0;

  return async (c) => {
    const owner = await gate.identify(c);
    if (underWay >= AT_ONCE) {
      return c.json({ error: 'Other exports are under way, try again in a minute' }, 503, {
        'Retry-After': '60',
      });
    }
    const admission = limit.admit(owner.userId);
    if (!admission.ok) {
      const seconds = Math.ceil(admission.retryAfterMs / 1000);
      const error = `Too many exports, try again in ${seconds} seconds`;
      return c.json({ error }, 429, { 'Retry-After': String(seconds) });
    }
    underWay += 1;
    const done = (failure?: unknown) => {
      underWay -= 1;
      admission.done();
      if (failure === undefined) return;
      const { name, code } = Object(failure) as { name?: unknown; code?: unknown };
      ctx.log.warn({ err: { name, code } }, 'the export of an account was broken off');
    };
    try {
      const [profile] = await ctx.db.query<{ language: string }>(
        'select language from public.profiles where user_id = $1',
        [owner.userId],
      );
      const devices = await gate.devices(owner.userId);
      const passkeys = await gate.passkeys(owner.userId);
      await ctx.db.execute(
        `insert into public.data_exports (owner_id, kind, format, user_agent)
         select id, 'account', 'zip', $2 from public.profiles where user_id = $1`,
        [owner.userId, c.req.header('user-agent') ?? null],
      );
      const entries = accountEntries({
        owner,
        reader: createAccountReader(ctx.db, owner),
        files: storage.files,
        devices,
        passkeys,
        language: isLanguage(profile?.language) ? profile.language : 'en',
        product: ctx.brand.current().brand.name,
        now: new Date(),
      });
      // The official client gives a Blob of this type alone.
      return c.body(zipStream(entries, done), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment; filename="account.zip"',
      });
    } catch (error) {
      done();
      throw error;
    }
  };
}
