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
  cardId: string;
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
  const { data: card } = await vendor.client
    .from('scanned_cards')
    .insert({ owner_id: vendor.profileId, name: MARK, note: MARK })
    .select('id')
    .single()
    .throwOnError();
  await vendor.client
    .from('leads')
    .insert({ owner_id: vendor.profileId, person_id: visitor.profileId, note: MARK })
    .throwOnError();
  await vendor.client
    .from('glossary_terms')
    .insert({ owner_id: vendor.profileId, term: MARK })
    .throwOnError();
  await server.sql(
    `insert into material_documents (id, owner_id, title, pages, characters) values ($1, $2, $3, 1, 20)`,
    [randomUUID(), vendor.profileId, MARK],
  );
  const filePath = `${chatId}/${randomUUID()}.webm`;
  await server.sql(`insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, [chatId]);
  await server.sql(`insert into storage.objects (bucket_id, name, version) values ('chat-files', $1, $2)`, [
    filePath,
    chatId,
  ]);
  return { vendor, visitor, chatId, messageId: message.id, cardId: card.id, filePath };
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
