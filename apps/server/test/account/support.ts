import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import type { Person } from '../harness.ts';
import type { StorageServer } from '../storage/support.ts';

/** Bytes that begin like an MP3 and a JPEG: the product judges files by their first bytes. */
export const RECORDING = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\x7f\x7f', 'latin1'),
  Buffer.alloc(4000, 7),
]);
export const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 9)]);

/** A vendor and a visitor who have left something in every part of the product. */
export interface Fair {
  vendor: Person;
  visitor: Person;
  sessionId: string;
}

/**
 * Fills every part of the product with rows of two people. The names of what they leave tell whose
 * it is.
 */
export async function openFair(server: StorageServer): Promise<Fair> {
  const vendor = await server.person({
    role: 'vendor',
    name: 'Helen Park',
    company: 'Lumen',
    language: 'en',
  });
  const visitor = await server.person({
    role: 'visitor',
    name: '李娜',
    company: '光明',
    language: 'zh',
    phone: '+86 10 5555 0100',
  });
  const { data: session } = await vendor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  const sessionId = session.id as string;
  await visitor.client.rpc('join_session', { session_id: sessionId }).throwOnError();
  const greeting = await say(vendor, sessionId, 'Good morning', {
    translated_content: '早上好',
    target_language: 'zh',
  });
  const recording = `${sessionId}/audio-${Date.now()}.mp3`;
  await store(visitor.client, 'chat-files', recording, RECORDING, 'audio/mpeg');
  await say(visitor, sessionId, recording, { type: 'audio', transcript: '您好', source_language: 'zh' });
  await visitor.client.rpc('mark_session_read', { session_id: sessionId }).throwOnError();
  const hidden = await say(visitor, sessionId, 'Said by mistake');
  await vendor.client
    .from('hidden_messages')
    .insert({ profile_id: vendor.profileId, message_id: hidden })
    .throwOnError();
  await vendor.client
    .from('message_reactions')
    .insert({ profile_id: vendor.profileId, message_id: greeting, reaction: 'like' })
    .throwOnError();
  await vendor.client
    .from('translation_reports')
    .insert({ reporter_id: vendor.profileId, message_id: greeting, target_language: 'zh', reason: 'names' })
    .throwOnError();
  for (const [person, other] of [
    [vendor, visitor],
    [visitor, vendor],
  ] as const) {
    await person.client
      .from('notification_settings')
      .insert({ owner_id: person.profileId, quiet_from: 1320, quiet_until: 420, time_zone: 'Asia/Shanghai' })
      .throwOnError();
    // The server alone writes these rows.
    await server.sql(
      `insert into push_subscriptions (owner_id, endpoint, p256dh, auth, session_id)
       values ($1, $2, repeat('A', 87), repeat('A', 22), gen_random_uuid())`,
      [person.profileId, `https://push.example/${person.profileId}`],
    );
    await server.sql(
      `insert into follow_ups (owner_id, person_id, sent_by, subject, text) values ($1, $2, $1, $3, 'Hello')`,
      [person.profileId, other.profileId, `Mailed by ${person.email}`],
    );
    await server.sql('insert into follow_up_opt_outs (owner_id, person_id) values ($1, $2)', [
      person.profileId,
      other.profileId,
    ]);
    await server.sql(
      `with endpoint as (insert into webhook_endpoints (owner_id, url) values ($1, $2) returning id)
       insert into webhook_deliveries (endpoint_id, owner_id, event, state) select id, $1, 'ping', 'sent' from endpoint`,
      [person.profileId, `https://hooks.example/${person.profileId}`],
    );
    await store(person.client, 'avatars', `${person.userId}/${randomUUID()}.jpg`, PICTURE, 'image/jpeg');
    await person.client
      .from('leads')
      .insert({ owner_id: person.profileId, person_id: other.profileId, note: `Noted by ${person.email}` })
      .throwOnError();
    await person.client
      .from('scanned_cards')
      .insert({
        owner_id: person.profileId,
        name: 'Omar Haddad',
        email: 'omar@elsewhere.example',
        tags: ['lamps'],
      })
      .throwOnError();
    await person.client
      .from('data_exports')
      .insert({ owner_id: person.profileId, kind: 'cards', format: 'csv', items: 1 })
      .throwOnError();
  }
  await store(vendor.client, 'booth-logos', `${vendor.userId}/${randomUUID()}.jpg`, PICTURE, 'image/jpeg');
  const owned = { owner_id: vendor.profileId };
  await vendor.client
    .from('glossary_terms')
    .insert({ ...owned, term: 'Lumen' })
    .throwOnError();
  const picture = `${vendor.profileId}/picture-${randomUUID()}.jpg`;
  await store(vendor.client, 'catalogue', picture, PICTURE, 'image/jpeg');
  const inCatalogue = { file_path: picture, file_name: 'lamp.jpg', file_size: PICTURE.length };
  await vendor.client
    .from('catalogue_items')
    .insert({ ...owned, ...inCatalogue, kind: 'product', language: 'en', name: 'Desk lamp' })
    .throwOnError();
  const passages = [{ page: 1, content: 'Lumen lamps last ten years.' }];
  await vendor.client.rpc('add_material', { title: 'Catalogue', pages: 1, passages }).throwOnError();
  await vendor.client
    .from('lead_questionnaires')
    .insert({ ...owned, questions: [] })
    .throwOnError();
  await vendor.client
    .from('lead_exports')
    .insert({ ...owned, format: 'csv', scope: 'all', people: 1, read_until: new Date().toISOString() })
    .throwOnError();
  const { data: code } = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Hall 4', kind: 'booth' })
    .select('id, code')
    .single()
    .throwOnError();
  const device = 'ab'.repeat(16);
  await visitor.client.rpc('scan_booth_code', { code: code.code, device }).throwOnError();
  await vendor.client.rpc('rotate_booth_code', { code_id: code.id }).throwOnError();
  await vendor.client
    .from('chat_notes')
    .insert({ session_id: sessionId, author_id: vendor.profileId, language: 'en', text: 'Asks for 500' })
    .throwOnError();
  await server.sql(
    `with meeting as (
       insert into meetings (session_id, message_id, proposer_id, times, minutes, proposer_zone)
       values ($1, $2, $3, array[now()], 30, 'Europe/Berlin') returning *)
     insert into private.meeting_reminders (meeting_id, profile_id, channel)
     select id, proposer_id, 'push' from meeting`,
    [sessionId, greeting, vendor.profileId],
  );
  const member = await server.person({ role: 'vendor', name: 'Omar' });
  const { data: invitation } = await vendor.client
    .rpc('create_booth_invitation')
    .single<{ token: string }>()
    .throwOnError();
  await member.client.rpc('accept_booth_invitation', { token: invitation.token }).throwOnError();
  await vendor.client.rpc('share_card', { withhold: ['phone'] }).throwOnError();
  const mallory = await server.person({ role: 'visitor', name: 'Mallory' });
  const pair = [vendor.profileId, mallory.profileId];
  await server.sql('insert into blocks (blocker_id, blocked_id) values ($1, $2)', pair);
  await server.sql(`insert into reports (reporter_id, reported_id, reason) values ($1, $2, 'spam')`, pair);
  // The server alone writes these rows.
  await server.sql(
    `insert into public.message_translations (message_id, target_language, translated_text, engine)
     select id, 'ar', 'صباح الخير', 'test' from public.messages where session_id = $1 and type = 'text'`,
    [sessionId],
  );
  await server.sql(
    `insert into dragoman.translation_cache (key, translated_text, engine)
     select sha256(convert_to(words, 'UTF8')), words, 'test' from unnest(array['早上好', 'صباح الخير']) words
     on conflict do nothing`,
  );
  await server.sql(
    `insert into realtime.messages (topic, extension, event, payload, private) values ($1, 'broadcast', 'typing', '{}', true)`,
    [`session:${sessionId}`],
  );
  return { vendor, visitor, sessionId };
}

/** @returns the id of the message */
export async function say(
  person: Person,
  sessionId: string,
  content: string,
  more: object = {},
): Promise<string> {
  const id = randomUUID();
  const row = { id, session_id: sessionId, sender_id: person.profileId, content, source_language: 'en' };
  await person.client
    .from('messages')
    .insert({ ...row, ...more })
    .throwOnError();
  return id;
}

async function store(
  client: SupabaseClient,
  bucket: string,
  path: string,
  bytes: Buffer,
  contentType: string,
) {
  const { error } = await client.storage.from(bucket).upload(path, bytes, { contentType });
  if (error) throw error;
}

/** The export of the client's user. */
export async function exportOf(client: SupabaseClient): Promise<Map<string, Uint8Array>> {
  const { data, error } = await client.functions.invoke('export-account');
  if (error) throw error;
  return unzip(data as Blob);
}

export async function unzip(blob: Blob): Promise<Map<string, Uint8Array>> {
  const zip = new ZipReader(new BlobReader(blob), { useWebWorkers: false });
  const files = new Map<string, Uint8Array>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory)
      files.set(entry.filename, await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }));
  }
  await zip.close();
  return files;
}

/** Tables of the whole database in which a row has one of these words anywhere. */
export async function tablesWith(
  server: Pick<StorageServer, 'sql'>,
  words: readonly string[],
): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.sql(
      `select 1 from ${name} t, unnest($1::text[]) word where strpos(lower(to_jsonb(t)::text), lower(word)) > 0 limit 1`,
      [words],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}
