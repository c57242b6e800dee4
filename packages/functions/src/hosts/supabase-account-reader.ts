import type { AccountReader, ExportedChat, ExportedFile, Row } from '../account/account-source.ts';
import type { ExportedTable } from '../account/account-tables.ts';
import { OWN_RECORDS } from '../account/own-records.ts';
import type { SupabaseEnvironment } from './supabase-rest.ts';
import { callerHeaders, SUPABASE_MS, supabaseUrl } from './supabase-rest.ts';

/** Rows of a page, which limits the memory in use. */
const PAGE = 200;
/** Ids in one address: 37 characters each. */
const IDS = 100;
const FILES = 100;

/** A list that is read page by page. */
interface RowSource {
  table: string;
  /** PostgREST's `select`; has the columns of the key. */
  select?: string;
  filters?: Record<string, string>;
  /** Columns that together are unique. */
  key: readonly string[];
}

/**
 * Reads an account for its export through PostgREST and the storage service, with the caller's own
 * rights.
 * @param userId the caller
 * @param profileId the caller's profile; null without one
 */
export function supabaseAccountReader(
  env: SupabaseEnvironment,
  request: Request,
  { userId, profileId }: { userId: string; profileId: string | null },
): AccountReader {
  const url = supabaseUrl(env);
  const headers = { ...callerHeaders(env, request), ...OWN_RECORDS };

  async function read(table: string, query: URLSearchParams): Promise<Row[]> {
    const response = await fetch(`${url}/rest/v1/${table}?${query}`, {
      headers,
      signal: AbortSignal.timeout(SUPABASE_MS),
    });
    if (!response.ok) throw new Error(`${table} could not be read: status ${response.status}`);
    return (await response.json()) as Row[];
  }

  async function* pages({ table, select = '*', filters = {}, key }: RowSource): AsyncGenerator<Row[]> {
    const order = key.map((column) => `${column}.asc`).join(',');
    let last: Row | undefined;
    for (;;) {
      const query = new URLSearchParams({ select, order, limit: String(PAGE), ...filters });
      for (const [name, value] of last ? after(key, last) : []) query.append(name, value);
      const page = await read(table, query);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      last = page.at(-1);
    }
  }

  async function list(bucket: string, prefix: string, offset: number): Promise<StoredObject[]> {
    const response = await fetch(`${url}/storage/v1/object/list/${bucket}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix, offset, limit: FILES, sortBy: { column: 'name', order: 'asc' } }),
      signal: AbortSignal.timeout(SUPABASE_MS),
    });
    if (!response.ok) throw new Error(`Files of ${bucket} could not be listed: status ${response.status}`);
    return (await response.json()) as StoredObject[];
  }

  /** The time limit ends with the headers: the reader of the ZIP decides how fast bytes go. */
  async function open(bucket: string, path: string): Promise<ReadableStream<Uint8Array> | null> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), SUPABASE_MS);
    const address = `${url}/storage/v1/object/authenticated/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const response = await fetch(address, { headers, signal: waiting.signal }).finally(() =>
      clearTimeout(timer),
    );
    if (response.ok) return response.body ?? emptyStream();
    await response.body?.cancel();
    if (response.status === 400 || response.status === 404) return null;
    throw new Error(`A file of ${bucket} could not be read: status ${response.status}`);
  }

  return {
    rows(table, { key, own }: ExportedTable) {
      const owner = own && (own[1] === 'user' ? userId : profileId);
      if (own && !owner) return nothing();
      return pages({
        table,
        key: key.map(([column]) => column),
        ...(own && { filters: { [own[0]]: `eq.${owner}` } }),
      });
    },
    async *chats() {
      const chats = pages({
        table: 'sessions',
        select: `id,created_at,vendor:${PERSON.replace('%', 'vendor_id')},visitor:${PERSON.replace('%', 'visitor_id')},messages!inner(id)`,
        filters: { 'messages.limit': '1' },
        key: ['id'],
      });
      for await (const page of chats) {
        yield page.map((row): ExportedChat => {
          const people = [row.vendor, row.visitor] as (Person | null)[];
          const other = people.find((person) => person && person.user_id !== userId);
          return { id: String(row.id), created_at: String(row.created_at), other: other?.name ?? null };
        });
      }
    },
    async *messages(sessionId) {
      const messages = pages({
        table: 'messages',
        select: '*,translations:message_translations(*)',
        filters: { session_id: `eq.${sessionId}`, 'translations.order': 'target_language.asc' },
        key: ['created_at', 'id'],
      });
      for await (const page of messages) {
        yield page.map((row) => ({
          ...row,
          translations: (row.translations as Row[]).map(({ message_id: _, ...translation }) => translation),
        }));
      }
    },
    async *people() {
      for (const source of PEOPLE) {
        for await (const page of pages(source)) {
          yield page
            .flatMap(({ vendor_id, visitor_id, person_id }) => [vendor_id, visitor_id, person_id])
            .filter((id) => typeof id === 'string');
        }
      }
    },
    async profiles(ids) {
      const found: Row[] = [];
      for (let begin = 0; begin < ids.length; begin += IDS) {
        const query = new URLSearchParams({
          select: '*',
          id: `in.(${ids.slice(begin, begin + IDS).join(',')})`,
          user_id: `neq.${userId}`,
          order: 'id.asc',
        });
        for (const { user_id: _, ...profile } of await read('shared_profiles', query)) found.push(profile);
      }
      return found;
    },
    async *chatFolders() {
      const joined = pages({
        table: 'sessions',
        select: 'id',
        filters: { visitor_id: 'not.is.null' },
        key: ['id'],
      });
      for await (const page of joined) yield page.map(({ id }) => String(id));
    },
    async *profileFolders() {
      if (profileId) yield [profileId];
    },
    async *files(bucket, folder): AsyncGenerator<ExportedFile[]> {
      for (let offset = 0; ; offset += FILES) {
        const found = await list(bucket, folder, offset);
        // An entry without an id is a folder. The product makes none in these.
        yield found
          .filter(({ id }) => id !== null)
          .map(({ name }) => ({ name, open: () => open(bucket, `${folder}/${name}`) }));
        if (found.length < FILES) return;
      }
    },
  };
}

interface StoredObject {
  id: string | null;
  name: string;
}

interface Person {
  name: string;
  user_id: string;
}

const PERSON = 'shared_profiles!%(name,user_id)';

const PEOPLE: RowSource[] = [
  { table: 'sessions', select: 'id,vendor_id,visitor_id', key: ['id'] },
  { table: 'leads', select: 'owner_id,person_id', key: ['owner_id', 'person_id'] },
];

/**
 * PostgREST's filters for the rows after one, in the order of the key. With two columns the first
 * filter alone would do for an index, and the second one decides.
 */
function after(key: readonly string[], last: Row): [string, string][] {
  const [first = '', second] = key;
  if (second === undefined) return [[first, `gt.${last[first]}`]];
  const value = (column: string) => `"${last[column]}"`;
  return [
    [first, `gte.${last[first]}`],
    ['or', `(${first}.gt.${value(first)},and(${first}.eq.${value(first)},${second}.gt.${value(second)}))`],
  ];
}

async function* nothing(): AsyncGenerator<Row[]> {
  // No page.
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
