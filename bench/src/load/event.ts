import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';

export interface Chat {
  sessionId: string;
  vendor: Participant;
  visitor: Participant;
}

export interface Participant {
  profileId: string;
  userId: string;
  email: string;
  password: string;
  accessToken: string;
}

export interface SampleEvent {
  apiKey: string;
  chats: Chat[];
}

/** Signs up pairs of people through the API and puts each pair into a chat. */
export async function makeEvent(url: string, pairs: number): Promise<SampleEvent> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string };
  const chats: Chat[] = [];
  for (let index = 0; index < pairs; index++) {
    const vendor = await register(url, supabaseKey, 'vendor');
    const visitor = await register(url, supabaseKey, 'visitor');
    const opened = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.participant.profileId })
      .select('id')
      .single();
    if (opened.error) throw opened.error;
    const joined = await visitor.client.rpc('join_session', { session_id: opened.data.id });
    if (joined.error) throw joined.error;
    chats.push({
      sessionId: opened.data.id as string,
      vendor: vendor.participant,
      visitor: visitor.participant,
    });
  }
  return { apiKey: supabaseKey, chats };
}

async function register(
  url: string,
  key: string,
  role: 'vendor' | 'visitor',
): Promise<{ client: SupabaseClient; participant: Participant }> {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const email = `${randomUUID()}@bench.example`;
  const password = 'a password for measuring';
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  const profile = await client
    .from('profiles')
    .insert({ user_id: data.user.id, role, name: 'Bench', email })
    .select('id')
    .single();
  if (profile.error) throw profile.error;
  const participant = {
    profileId: profile.data.id as string,
    userId: data.user.id,
    email,
    password,
    accessToken: data.session.access_token,
  };
  return { client, participant };
}

/** The headers that the official client sends with an insert whose row it does not ask back. */
export function sendHeaders(event: SampleEvent, sender: Participant): string {
  return `apikey: ${event.apiKey}\r\nAuthorization: Bearer ${sender.accessToken}\r\nContent-Profile: public\r\nPrefer: return=minimal\r\nX-Client-Info: supabase-js-node/2.109.0\r\nAccept: */*\r\n`;
}

/** The headers that the official client sends with a select. */
export function readHeaders(event: SampleEvent, reader: Participant): string {
  return `apikey: ${event.apiKey}\r\nAuthorization: Bearer ${reader.accessToken}\r\nAccept-Profile: public\r\nX-Client-Info: supabase-js-node/2.109.0\r\nAccept: application/json\r\n`;
}

/** A message as the web app sends it. */
export function messageRow(chat: Chat, sender: Participant, id: string = randomUUID()) {
  return {
    id,
    session_id: chat.sessionId,
    sender_id: sender.profileId,
    content: 'The lead time is 30 days after we have received the deposit.',
    translated_content: null,
    type: 'text',
    source_language: 'en',
    target_language: null,
  };
}
