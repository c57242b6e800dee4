import type { Readable } from 'node:stream';
import type {
  AccountReader,
  ExportedChat,
  ExportedFile,
  Row,
} from '@dragoman/functions/account/account-source';
import type { ExportedTable } from '@dragoman/functions/account/account-tables';
import { OWN_RECORDS } from '@dragoman/functions/account/own-records';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { RequestScope } from '@dragoman/supabase-server/db/database-types';

/** The caller's account as the auth service knows it now. */
export interface AccountOwner {
  userId: string;
  /** The access token's claims, which row-level security checks. */
  claims: Record<string, unknown>;
  /** A guest, who has neither an address nor a password. */
  isAnonymous: boolean;
  /** The body of `GET /auth/v1/user`: addresses, identities, second factors. */
  account: Record<string, unknown>;
}

/** Reads stored bytes; null where another server keeps them. */
export type FileReader = { read(version: string, range: null): Promise<Readable> } | null;

/** Rows to be read page by page. */
interface RowSource {
  /** The from clause, with `r` as the alias of the rows. Never built from a caller's input. */
  from: string;
  /** SQL expression that turns a row into JSON; default: the whole row. */
  select?: string;
  /** A condition on `r`; its values are $1, $2 and so on. */
  where?: string;
  values?: readonly unknown[];
  /** Columns of `r` that together are unique, with their types. */
  key: readonly (readonly [column: string, type: string])[];
}

/**
 * The rows of a page, which limits the memory in use. A lead may have 20,000 characters of notes.
 */
const PAGE = 200;

const MY_PROFILE = '(select p.id from public.profiles p where p.user_id = $1)';
const BY_ID = [['id', 'uuid']] as const;

/**
 * The other person's name: the one of the two whose profile is not the caller's.
 * (A profile that cannot be seen any more leaves the name empty.)
 */
const CHAT = `jsonb_build_object('id', r.id, 'created_at', r.created_at, 'other', (
  select p.name from public.shared_profiles p
  where p.id in (r.vendor_id, r.visitor_id) and p.user_id <> (select auth.uid()) limit 1))`;

const MESSAGE = `to_jsonb(r) || jsonb_build_object('translations', coalesce((
  select jsonb_agg(to_jsonb(k) - 'message_id' order by k.target_language)
  from public.message_translations k where k.message_id = r.id), '[]'))`;

/**
 * Names of a folder that end before the next one's begin: `/` and `0` are neighbours, and names
 * compare by bytes.
 */
const IN_FOLDER = `r.bucket_id = $1 and r.name >= $2 || '/' and r.name < $2 || '0'`;

/**
 * Reads an account for its export. Every statement runs under the owner's role and claims, and no
 * connection is held between pages, so that a slow download does not block other requests.
 */
export function createAccountReader(
  db: Database,
  { userId, claims }: AccountOwner,
  files: NonNullable<FileReader>,
): AccountReader {
  const scope: RequestScope = {
    role: 'authenticated',
    claims: { ...claims, sub: userId, role: 'authenticated' },
    headers: { ...OWN_RECORDS },
    readOnly: true,
  };

  async function* pages<T = Row>(source: RowSource): AsyncGenerator<T[]> {
    const { from, select = 'to_jsonb(r)', where = 'true', values = [], key } = source;
    const columns = key.map(([column]) => `r.${column}`).join(', ');
    const bound = key.map(([, type], index) => `($${values.length + 1}::text[])[${index + 1}]::${type}`);
    const text = (after: string) =>
      `select ${select} as row, array[${key.map(([column]) => `r.${column}::text`).join(', ')}] as position
       from ${from} where (${where}) ${after} order by ${columns} limit ${PAGE}`;
    const first = { text: text(''), values };
    const next = text(`and (${columns}) > (${bound.join(', ')})`);
    let last: string[] | undefined;
    for (;;) {
      const statement = last ? { text: next, values: [...values, last] } : first;
      const page = await db.request<{ row: T; position: string[] }>(scope, statement);
      if (page.length > 0) yield page.map(({ row }) => row);
      if (page.length < PAGE) return;
      last = page.at(-1)?.position;
    }
  }

  async function* ids(source: RowSource): AsyncGenerator<string[]> {
    for await (const page of pages<{ ids: (string | null)[] }>(source)) {
      yield page.flatMap((row) => row.ids).filter((id) => id !== null);
    }
  }

  /** @returns null for an object whose bytes are gone */
  async function open(version: string): Promise<Readable | null> {
    try {
      return await files.read(version, null);
    } catch (error) {
      if ((error as Error).name === 'FileMissingError') return null;
      throw error;
    }
  }

  return {
    rows(table, { key, own }: ExportedTable) {
      const where = own
        ? { where: `r.${own[0]} = ${own[1] === 'user' ? '$1' : MY_PROFILE}`, values: [userId] }
        : {};
      return pages({ from: `public.${table} r`, key, ...where });
    },
    chats: () =>
      pages<ExportedChat>({
        from: 'public.sessions r',
        select: CHAT,
        where: 'exists (select from public.messages m where m.session_id = r.id)',
        key: BY_ID,
      }),
    messages: (sessionId) =>
      pages({
        from: 'public.messages r',
        select: MESSAGE,
        where: 'r.session_id = $1',
        values: [sessionId],
        key: [
          ['created_at', 'timestamptz'],
          ['id', 'uuid'],
        ],
      }),
    async *people() {
      yield* ids({
        from: 'public.sessions r',
        select: `jsonb_build_object('ids', jsonb_build_array(r.vendor_id, r.visitor_id))`,
        key: BY_ID,
      });
      yield* ids({
        from: 'public.leads r',
        select: `jsonb_build_object('ids', jsonb_build_array(r.person_id))`,
        key: [
          ['owner_id', 'uuid'],
          ['person_id', 'uuid'],
        ],
      });
    },
    async profiles(wanted) {
      const found: Row[] = [];
      const source = {
        from: 'public.shared_profiles r',
        select: `to_jsonb(r) - 'user_id'`,
        where: 'r.id = any ($1::uuid[]) and r.user_id <> (select auth.uid())',
        values: [wanted],
        key: BY_ID,
      };
      for await (const page of pages(source)) found.push(...page);
      return found;
    },
    chatFolders: () =>
      ids({
        from: 'public.sessions r',
        select: `jsonb_build_object('ids', jsonb_build_array(r.id))`,
        where: `r.visitor_id is not null`,
        key: BY_ID,
      }),
    profileFolders: () =>
      ids({
        from: 'public.profiles r',
        select: `jsonb_build_object('ids', jsonb_build_array(r.id))`,
        where: 'r.user_id = $1',
        values: [userId],
        key: BY_ID,
      }),
    async *files(bucket, folder): AsyncGenerator<ExportedFile[]> {
      const objects = pages<{ name: string; version: string }>({
        from: 'storage.objects r',
        select: `jsonb_build_object('name', r.name, 'version', r.version)`,
        where: IN_FOLDER,
        values: [bucket, folder],
        key: [['name', 'text collate "C"']],
      });
      for await (const page of objects) {
        yield page.map(({ name, version }) => ({
          name: name.slice(folder.length + 1),
          open: () => open(version),
        }));
      }
    },
  };
}
