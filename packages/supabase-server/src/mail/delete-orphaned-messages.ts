import type { ServerContext } from '../server-context.ts';
import { openSmsFolder } from '../sms/outbox.ts';
import { openMailFolder } from './outbox.ts';

/**
 * Deletes kept mails and SMS to addresses and numbers that no user has any more: they go with their
 * user. Never rejects; failed deletions are retried in the next cleanup.
 * @returns how many were deleted
 */
export async function deleteOrphanedMessages({
  db,
  config,
  log,
}: Pick<ServerContext, 'db' | 'config' | 'log'>): Promise<number> {
  const ofUsers = (columns: string) => async (recipients: readonly string[]) => {
    const rows = await db.query<{ known: string }>(
      `select distinct known from auth.users u cross join lateral (values ${columns}) own (known)
       where own.known = any ($1)`,
      [recipients],
    );
    return new Set(rows.map(({ known }) => known));
  };
  try {
    const mails = await openMailFolder(config.dataDir).keepOnly(ofUsers('(u.email), (u.email_change)'));
    const messages = await openSmsFolder(config.dataDir).keepOnly(ofUsers('(u.phone), (u.phone_change)'));
    return mails + messages;
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    log.warn({ err: { name, code } }, 'kept mails of deleted users could not be deleted');
    return 0;
  }
}
