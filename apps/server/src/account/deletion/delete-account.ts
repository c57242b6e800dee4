import { deleteChatsSilently } from '../../database/silent-chat-deletes.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ACCOUNT_BUCKETS } from '../account-data.ts';

/** What a deletion removes, for the confirmation dialog. */
export interface AccountSize extends Record<string, number> {
  chats: number;
  messages: number;
  files: number;
}

/** One account may have written a million messages; longer waits are an error. */
const STATEMENT_SECONDS = 300;
const ATTEMPTS = 3;
/**
 * A deadlock or a serialization failure: the other transaction is done, and this one runs again.
 */
const TRY_AGAIN = new Set(['40P01', '40001']);

/** Sessions of a user, joined or not. */
const SESSIONS_OF = `
  select s.id from public.sessions s join public.profiles p on p.id = s.vendor_id where p.user_id = $1
  union
  select s.id from public.sessions s join public.profiles p on p.id = s.visitor_id where p.user_id = $1`;

/** Objects below folders: `/` and `0` are neighbours, and names compare by bytes. */
const IN_FOLDERS = `o.name >= folder || '/' and o.name < folder || '0'`;

const USER_BUCKETS = bucketsOf('user');
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
  // From here on no transaction refers to these rows: one that writes to a chat waits, and finds it gone.
  await tx.query('select id from auth.users where id = $1 for update', [userId]);
  await tx.query('select id from public.profiles where user_id = $1 for update', [userId]);
  const sessions = await tx.query<{ id: string }>(
    `select id from public.sessions where id in (${SESSIONS_OF}) order by id for update`,
    [userId],
  );
  const ids = sessions.map(({ id }) => id);
  await tx.execute(`delete from realtime.messages where topic = any ($1)`, [
    ids.map((id) => `session:${id}`),
  ]);
  await deleteCachedTranslations(tx, ids);
  await deleteFiles(tx, SESSION_BUCKETS, ids);
  await deleteFiles(tx, USER_BUCKETS, [userId]);
  // Everything else refers to the user, or to what does: profile, chats, messages, notes by and about them, cards, codes, factors,
  // identities, devices and their tokens.
  await tx.execute('delete from auth.users where id = $1', [userId]);
}

/** The cache knows texts by a hash, and has no idea whose they were: what was made of this user's chats is found by its words. */
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

/** How much {@link deleteAccount} would take away. */
export async function accountSize(db: Database, userId: string): Promise<AccountSize> {
  const [size] = await db.query<AccountSize>(
    `with mine as materialized (${SESSIONS_OF})
     select
       (select count(*) from public.sessions s join mine using (id) where s.visitor_id is not null)::int as chats,
       (select count(*) from public.messages m join mine on mine.id = m.session_id)::int as messages,
       (select count(*) from (select id::text as folder from mine) f join storage.objects o
          on o.bucket_id = any ($2) and ${IN_FOLDERS})::int
       + (select count(*) from (select $1::uuid::text as folder) f join storage.objects o
          on o.bucket_id = any ($3) and ${IN_FOLDERS})::int as files`,
    [userId, SESSION_BUCKETS, USER_BUCKETS],
  );
  return size ?? { chats: 0, messages: 0, files: 0 };
}

function bucketsOf(wanted: 'user' | 'session'): string[] {
  return Object.entries(ACCOUNT_BUCKETS)
    .filter(([, folderOf]) => folderOf === wanted)
    .map(([bucket]) => bucket);
}
