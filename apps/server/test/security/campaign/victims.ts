import { randomUUID } from 'node:crypto';
import type { Person, TestServer } from '../../harness.ts';
import { meet } from '../../trust/support.ts';

/** Every private text of the victims holds this mark, so that any answer with it is a leak. */
export const MARK = 'Kestrel-Private';

export interface Victims {
  vendor: Person;
  visitor: Person;
  chatId: string;
  messageId: string;
  meetingId: string;
  /** A failed delivery of the vendor's webhook. */
  deliveryId: string;
  cardIds: string[];
  filePath: string;
}

/** A vendor and a visitor with one row of everything that is theirs alone. */
export async function createVictims(server: TestServer): Promise<Victims> {
  const vendor = await server.person({ role: 'vendor', name: 'Vera' });
  const visitor = await server.person({ role: 'visitor', name: 'Wei', phone: MARK, whatsapp: MARK });
  const chatId = await meet(vendor, visitor);
  const { data: message } = await vendor.client
    .from('messages')
    .insert({ session_id: chatId, sender_id: vendor.profileId, content: MARK })
    .select('id')
    .single()
    .throwOnError();
  const card = { owner_id: vendor.profileId, name: MARK, note: MARK };
  const { data: cards } = await vendor.client
    .from('scanned_cards')
    .insert([card, card])
    .select('id')
    .throwOnError();
  await vendor.client
    .from('leads')
    .insert({ owner_id: vendor.profileId, person_id: visitor.profileId, note: MARK, tags: [MARK] })
    .throwOnError();
  await vendor.client
    .from('glossary_terms')
    .insert({ owner_id: vendor.profileId, term: MARK })
    .throwOnError();
  await vendor.client
    .from('chat_notes')
    .insert({ session_id: chatId, author_id: vendor.profileId, language: 'en', text: MARK })
    .throwOnError();
  const meetingId = randomUUID();
  await server.sql(
    `insert into meetings (id, session_id, message_id, proposer_id, times, minutes, place, note, proposer_zone)
     values ($1, $2, $3, $4, array[now() + interval '1 hour'], 30, $5, $5, 'UTC')`,
    [meetingId, chatId, message.id, vendor.profileId, MARK],
  );
  await vendor.client
    .from('catalogue_items')
    .insert({ owner_id: vendor.profileId, kind: 'product', language: 'en', name: MARK })
    .throwOnError();
  const [endpointId, deliveryId] = [randomUUID(), randomUUID()];
  await server.sql(`insert into webhook_endpoints (id, owner_id, url) values ($1, $2, 'https://' || $3)`, [
    endpointId,
    vendor.profileId,
    MARK,
  ]);
  await server.sql(
    `insert into webhook_deliveries (id, endpoint_id, owner_id, event, person_id, state)
     values ($1, $2, $3, 'lead.updated', $4, 'failed')`,
    [deliveryId, endpointId, vendor.profileId, visitor.profileId],
  );
  await server.sql(
    `insert into follow_ups (owner_id, person_id, sent_by, subject, text) values ($1, $2, $1, $3, 'Hello')`,
    [vendor.profileId, visitor.profileId, MARK],
  );
  await vendor.client
    .rpc('add_material', { title: MARK, pages: 1, passages: [{ page: 1, content: MARK }] })
    .throwOnError();
  const filePath = `${chatId}/${randomUUID()}.webm`;
  await server.sql(`insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, [chatId]);
  await server.sql(`insert into storage.objects (bucket_id, name, version) values ('chat-files', $1, $2)`, [
    filePath,
    chatId,
  ]);
  return {
    vendor,
    visitor,
    chatId,
    messageId: message.id,
    meetingId,
    deliveryId,
    cardIds: cards.map(({ id }) => id),
    filePath,
  };
}

/** Names of all tables and views of the data API. */
export async function exposedRelations(server: TestServer): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Names of all SQL functions that a signed-in caller may execute through the data API. */
export async function exposedFunctions(server: TestServer): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    `select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A table or view with one row of the victims', as the server sees it. */
export interface Relation {
  name: string;
  columns: string[];
  row: Record<string, unknown>;
}

/** The tables and views that hold rows, each with a marked row where it has one. */
export async function writableRelations(server: TestServer): Promise<Relation[]> {
  const found: Relation[] = [];
  for (const name of await exposedRelations(server)) {
    const [first] = await server.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from public.${name} t order by t::text like '%' || $1 || '%' desc limit 1`,
      [MARK],
    );
    if (first) found.push({ name, columns: Object.keys(first.row), row: first.row });
  }
  return found;
}

/** @returns a digest of every row in schema `public` that names a victim or their chat */
export async function contents(server: TestServer, victims: Victims): Promise<string> {
  const { vendor, visitor, chatId } = victims;
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `(select coalesce(string_agg(t::text, '' order by t::text), '') from public.${name} t where t::text ~ $1)`,
  );
  const [row] = await server.sql<{ digest: string }>(`select md5(concat(${parts.join(', ')})) as digest`, [
    [vendor.profileId, vendor.userId, visitor.profileId, visitor.userId, chatId].join('|'),
  ]);
  return row?.digest ?? '';
}
