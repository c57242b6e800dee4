import { ACCOUNT_BUCKETS, type FolderOf } from '@dragoman/functions/account/account-tables';
import type { AccountSize } from '@dragoman/functions/account/delete-account';
import type { Database, Queryable } from '@dragoman/supabase-server/db/database';
import { deleteChatsSilently } from '../database/silent-chat-deletes.ts';

/** Allows for an account with a million messages; longer waits are an error. */
const STATEMENT_SECONDS = 300;
const ATTEMPTS = 3;
/**
 * A deadlock or a serialization failure: the other transaction is done, and this one runs again.
 */
const TRY_AGAIN = new Set(['40P01', '40001']);

/** Objects below folders: `/` and `0` are neighbours, and names compare by bytes. */
const IN_FOLDERS = `o.name >= folder || '/' and o.name < folder || '0'`;

const USER_BUCKETS = bucketsOf('user');
const PROFILE_BUCKETS = bucketsOf('profile');
const SESSION_BUCKETS = bucketsOf('session');

/**
 * Deletes a user with all data that is theirs or about them (docs/adr/0032), in one transaction.
 * The same transaction lists the files in `storage.unowned_files`, and the storage service deletes
 * their bytes from there, with retries. Deleting a missing user is not an error.
 */
export async function deleteAccount(db: Database, userId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => deleteAll(tx, userId));
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

async function deleteAll(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [`${STATEMENT_SECONDS}s`]);
  await deleteChatsSilently(tx);
  // From here on no transaction refers to these rows: one that writes to a chat waits, and finds it
  // gone.
  await tx.query('select id from auth.users where id = $1 for update', [userId]);
  const profiles = await tx.query<{ id: string }>(
    'select id from public.profiles where user_id = $1 for update',
    [userId],
  );
  const sessions = await tx.query<{ id: string }>(
    'select id from public.sessions where id in (select private.sessions_of($1)) order by id for update',
    [userId],
  );
  const ids = sessions.map(({ id }) => id);
  await deleteCachedTranslations(tx, ids);
  await deleteFiles(tx, SESSION_BUCKETS, ids);
  await deleteFiles(tx, USER_BUCKETS, [userId]);
  await deleteFiles(
    tx,
    PROFILE_BUCKETS,
    profiles.map(({ id }) => id),
  );
  await tx.execute('delete from storage.resumable_uploads where owner_id = $1', [userId]);
  await tx.query('select public.delete_account($1)', [userId]);
}

/**
 * The cache knows texts by a hash, without their owners: entries from this user's chats are found
 * by their texts.
 */
async function deleteCachedTranslations(tx: Queryable, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(
    `delete from dragoman.translation_cache c using (
       select m.translated_content as words from public.messages m
       where m.session_id = any ($1::uuid[]) and m.translated_content is not null
       union
       select k.translated_text from public.message_translations k join public.messages m on m.id = k.message_id
       where m.session_id = any ($1::uuid[])) said
     where c.translated_text = said.words`,
    [sessionIds],
  );
}

async function deleteFiles(tx: Queryable, buckets: string[], folders: readonly string[]): Promise<void> {
  await tx.execute(
    `delete from storage.objects o using unnest($1::text[]) folder where o.bucket_id = any ($2) and ${IN_FOLDERS}`,
    [folders, buckets],
  );
}

/** The numbers of records that {@link deleteAccount} would remove. */
export async function accountSize(db: Database, userId: string): Promise<AccountSize> {
  const [row] = await db.query<{ size: AccountSize }>('select public.account_size($1) as size', [userId]);
  return row?.size ?? { chats: 0, messages: 0, files: 0 };
}

function bucketsOf(wanted: FolderOf): string[] {
  return Object.entries(ACCOUNT_BUCKETS)
    .filter(([, folderOf]) => folderOf === wanted)
    .map(([bucket]) => bucket);
}
