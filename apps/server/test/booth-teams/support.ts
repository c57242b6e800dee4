import { expect } from 'vitest';
import type { Person, TestServer } from '../harness.ts';

export interface Team {
  owner: Person;
  omar: Person;
  lina: Person;
  /** A code of the booth. */
  code: string;
}

/** What a refused call says. */
export interface Refusal {
  code: string;
  details: string;
}

/** @returns the token of a new invitation to the owner's booth */
export async function invite(owner: Person): Promise<string> {
  const { data } = await owner.client
    .rpc('create_booth_invitation')
    .single<{ token: string }>()
    .throwOnError();
  return data.token;
}

/** The person accepts a new invitation to the owner's booth. */
export async function join(owner: Person, person: Person): Promise<void> {
  await person.client.rpc('accept_booth_invitation', { token: await invite(owner) }).throwOnError();
}

/** A booth of an owner, Omar and Lina, with a code. */
export async function openTeam(server: TestServer): Promise<Team> {
  const owner = await server.person({ role: 'vendor', name: 'Vera', company: 'Lamps Ltd' });
  const omar = await server.person({ role: 'vendor', name: 'Omar', language: 'ar' });
  const lina = await server.person({ role: 'vendor', name: 'Lina', language: 'zh' });
  for (const person of [omar, lina]) await join(owner, person);
  return { owner, omar, lina, code: await makeCode(owner, owner.profileId) };
}

/** @returns the code of a new booth code of the booth, made by the person */
export async function makeCode(person: Person, booth: string): Promise<string> {
  const { data } = await person.client
    .from('booth_codes')
    .insert({ vendor_id: booth, label: 'Lamps' })
    .select('code')
    .single()
    .throwOnError();
  return data.code;
}

/** A new visitor scans the code and writes. @returns the visitor and the chat's id */
export async function visit(
  server: TestServer,
  code: string,
  content: string | null = 'Hello',
): Promise<{ visitor: Person; chat: string }> {
  const visitor = await server.person({ role: 'visitor', name: 'Wei', language: 'zh' });
  const { data } = await visitor.client.rpc('join_booth', { code }).single<{ id: string }>().throwOnError();
  if (content) expect(await write(visitor, data.id, content)).toBeNull();
  return { visitor, chat: data.id };
}

/** @returns the refusal of a message, or null */
export async function write(
  person: Person,
  chat: string,
  content: string,
  id: string = crypto.randomUUID(),
): Promise<Refusal | null> {
  const { error } = await person.client
    .from('messages')
    .insert({ id, session_id: chat, sender_id: person.profileId, content });
  return error && { code: error.code, details: error.details };
}

/** @returns the refusal of a call, or null */
export async function call(person: Person, name: string, args: object = {}): Promise<Refusal | null> {
  const { error } = await person.client.rpc(name, args);
  return error && { code: error.code, details: error.details };
}

/** @returns who answers the chat, as the reader sees it */
export async function assignee(reader: Person, chat: string): Promise<string | null> {
  const { data } = await reader.client
    .from('sessions')
    .select('assigned_to')
    .eq('id', chat)
    .single()
    .throwOnError();
  return data.assigned_to;
}

/** @returns the chat's line of the list */
export async function listed(reader: Person, chat: string) {
  const { data } = await reader.client
    .from('chat_list')
    .select('*')
    .eq('id', chat)
    .maybeSingle()
    .throwOnError();
  return data;
}
