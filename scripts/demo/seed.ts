import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { DEMO_CHATS, DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './event.ts';

interface SignedIn {
  person: DemoPerson;
  client: SupabaseClient;
  profileId: string;
}

/**
 * Fills the sample event through the official client, as its people would.
 * @returns false when the event was filled before
 * @throws the first error that the server answers with
 */
export async function seedDemo(address: string): Promise<boolean> {
  const config = (await (await fetch(`${address}/config.json`)).json()) as { supabaseKey: string };
  const client = () =>
    createClient(address, config.supabaseKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
  const [first] = DEMO_PEOPLE;
  if (
    first &&
    !(await client().auth.signInWithPassword({ email: first.email, password: DEMO_PASSWORD })).error
  ) {
    return false;
  }
  const people = new Map<string, SignedIn>();
  for (const person of DEMO_PEOPLE) people.set(person.key, await register(client(), person));
  for (const { vendor, visitor, lines } of DEMO_CHATS) {
    await chat(get(people, vendor), get(people, visitor), lines);
  }
  // A code that still waits for its visitor.
  const { error } = await get(people, 'helen')
    .client.from('sessions')
    .insert({ vendor_id: get(people, 'helen').profileId });
  if (error) throw error;
  return true;
}

async function register(client: SupabaseClient, person: DemoPerson): Promise<SignedIn> {
  const { data, error } = await client.auth.signUp({ email: person.email, password: DEMO_PASSWORD });
  if (error) throw error;
  const made = await client
    .from('profiles')
    .insert({ user_id: data.user?.id, email: person.email, ...person.profile })
    .select('id')
    .single();
  if (made.error) throw made.error;
  return { person, client, profileId: made.data.id as string };
}

async function chat(
  vendor: SignedIn,
  visitor: SignedIn,
  lines: (typeof DEMO_CHATS)[number]['lines'],
): Promise<void> {
  const opened = await vendor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId })
    .select('id')
    .single();
  if (opened.error) throw opened.error;
  const joined = await visitor.client.rpc('join_session', { session_id: opened.data.id });
  if (joined.error) throw joined.error;
  for (const line of lines) {
    const [sender, reader] = line.by === vendor.person.key ? [vendor, visitor] : [visitor, vendor];
    const { error } = await sender.client.from('messages').insert({
      session_id: opened.data.id,
      sender_id: sender.profileId,
      content: line.text,
      translated_content: line.translated,
      type: 'text',
      source_language: sender.person.profile.language,
      target_language: reader.person.profile.language,
    });
    if (error) throw error;
  }
}

function get(people: Map<string, SignedIn>, key: string): SignedIn {
  const found = people.get(key);
  if (!found) throw new Error(`the sample event names ${key}, whom it does not have`);
  return found;
}
