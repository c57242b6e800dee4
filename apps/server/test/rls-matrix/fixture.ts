import { randomUUID } from 'node:crypto';
import type { Queryable } from '@dragoman/supabase-server/db/database';

const PEOPLE = {
  vera: 'vendor',
  victor: 'vendor',
  wei: 'visitor',
  omar: 'visitor',
  boss: 'vendor',
  tara: 'vendor',
  fred: 'vendor',
  gila: 'visitor',
} as const;

/**
 * Fills a database with the people and rows that rls-case.ts describes.
 * @param sql runs a statement as the owner
 * @param platform whose schemas auth and storage the database has: our server records a file before
 * its row, which a hosted Supabase does not
 * @returns ids by the names of the rows, and `<name>.user` for a person's user
 */
export async function fillFixture(
  sql: Queryable['query'],
  platform: 'own' | 'hosted',
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();

  async function create(name: string, text: string, rest: unknown[]): Promise<void> {
    ids.set(name, randomUUID());
    await sql(text, [ids.get(name), ...rest]);
  }

  async function createFile(name: string): Promise<void> {
    ids.set(name, randomUUID());
    if (platform === 'hosted') return;
    await sql(`insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, [
      ids.get(name),
    ]);
  }

  for (const name of [...Object.keys(PEOPLE), 'newcomer']) {
    ids.set(`${name}.user`, randomUUID());
    await sql('insert into auth.users (id, email) values ($1, $2)', [
      ids.get(`${name}.user`),
      `${name}@fair.example`,
    ]);
  }
  for (const [name, role] of Object.entries(PEOPLE)) {
    await create(name, `insert into profiles (id, user_id, role, name, email) values ($1, $2, $3, $4, $4)`, [
      ids.get(`${name}.user`),
      role,
      name,
    ]);
  }
  ids.set('guest.user', randomUUID());
  await sql('insert into auth.users (id, is_anonymous) values ($1, true)', [ids.get('guest.user')]);
  await create('guest', `insert into profiles (id, user_id, role, name) values ($1, $2, 'visitor', 'Zoe')`, [
    ids.get('guest.user'),
  ]);
  // Before any translation: a changed glossary discards stored translations.
  const term = `insert into glossary_terms (id, owner_id, term) values ($1, $2, $3)`;
  await create('term', term, [ids.get('vera'), 'NovaLine']);
  await create('hers', term, [ids.get('vera'), 'XK-200']);
  await create('foreign', term, [ids.get('victor'), 'Luma']);
  await create(
    'material',
    `insert into material_documents (id, owner_id, title, pages, characters) values ($1, $2, 'Catalogue', 1, 20)`,
    [ids.get('vera')],
  );
  await sql(
    `insert into material_passages (document_id, ordinal, owner_id, page, content)
     values ($1, 1, $2, 1, 'Lamps made of brass')`,
    [ids.get('material'), ids.get('vera')],
  );
  const session = 'insert into sessions (id, vendor_id, visitor_id) values ($1, $2, $3)';
  await create('met', session, [ids.get('vera'), ids.get('wei')]);
  await create('open', session, [ids.get('vera'), null]);
  await create('other', session, [ids.get('victor'), ids.get('omar')]);
  for (const [chat, people] of [
    ['met', ['vera', 'wei']],
    ['other', ['victor', 'omar']],
  ] as const) {
    for (const sender of people) {
      await create(
        `${sender}.message`,
        'insert into messages (id, session_id, sender_id, content) values ($1, $2, $3, $4)',
        [ids.get(chat), ids.get(sender), `from ${sender}`],
      );
      if (sender === people[0]) {
        await sql(
          `insert into message_translations (message_id, target_language, translated_text, engine)
           select id, 'zh', '译文', $2 from messages where sender_id = $1`,
          [ids.get(sender), sender],
        );
      }
      await sql('insert into session_reads (session_id, profile_id) values ($1, $2)', [
        ids.get(chat),
        ids.get(sender),
      ]);
    }
  }
  await sql(`update card_shares set withheld = '{email,phone}' where owner_id = $1 and viewer_id = $2`, [
    ids.get('omar'),
    ids.get('victor'),
  ]);
  await sql(`insert into card_share_defaults (owner_id, withheld) values ($1, '{wechat}')`, [ids.get('wei')]);
  const card = `insert into scanned_cards (id, owner_id, name) values ($1, $2, 'Lucía Ferrer')`;
  await create('card', card, [ids.get('vera')]);
  await create('second', card, [ids.get('vera')]);
  await create('his', card, [ids.get('wei')]);
  await sql('insert into private.attendee_list default values');
  await sql(`insert into private.attendees (badge, name) values ('8F3A-22C1', 'Ada Okafor')`);
  await sql(
    `insert into private.badge_lookups (profile_id, badge)
     select id, '8F3A-22C1' from profiles where name <> 'victor'`,
  );
  for (const [owner, person] of [
    ['vera', 'wei'],
    ['wei', 'vera'],
  ]) {
    await sql(`insert into leads (owner_id, person_id, note, tags) values ($1, $2, 'Noted', '{lamps}')`, [
      ids.get(owner as string),
      ids.get(person as string),
    ]);
  }
  await sql(`insert into lead_questionnaires (owner_id, questions) values ($1, '[]')`, [ids.get('vera')]);
  await sql(
    `insert into lead_exports (owner_id, format, scope, people, read_until, exported_by, exported_by_name)
     values ($1, 'csv', 'all', 1, now(), $2, 'vera')`,
    [ids.get('vera'), ids.get('vera.user')],
  );
  for (const [name, vendor] of [
    ['booth', 'vera'],
    ['stand', 'victor'],
  ] as const) {
    await create(name, `insert into booth_codes (id, vendor_id, label) values ($1, $2, 'Lamps')`, [
      ids.get(vendor),
    ]);
    const [made] = await sql<{ code: string }>('select code from booth_codes where id = $1', [ids.get(name)]);
    ids.set(`${name}.code`, made?.code ?? '');
    await sql('insert into booth_code_scans (code_id, hour, scans) values ($1, now(), 3)', [ids.get(name)]);
  }
  await sql(`insert into message_reactions (message_id, profile_id, reaction) values ($1, $2, 'like')`, [
    ids.get('vera.message'),
    ids.get('wei'),
  ]);
  await sql('insert into hidden_messages (profile_id, message_id) values ($1, $2)', [
    ids.get('victor'),
    ids.get('omar.message'),
  ]);
  await sql(
    `insert into translation_reports (reporter_id, message_id, target_language, engine) values ($1, $2, 'zh', 'vera')`,
    [ids.get('wei'), ids.get('vera.message')],
  );
  await create(
    'meeting',
    `insert into meetings (id, session_id, message_id, proposer_id, times, minutes, proposer_zone, note)
     values ($1, $2, $3, $4, array[date_trunc('hour', now()) + interval '3 hours'], 30, 'Europe/Berlin', 'Samples')`,
    [ids.get('met'), ids.get('vera.message'), ids.get('vera')],
  );
  await sql('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
    ids.get('guest'),
    ids.get('victor'),
  ]);
  await create(
    'report',
    `insert into reports (id, reporter_id, reported_id, reason) values ($1, $2, $3, 'spam')`,
    [ids.get('guest'), ids.get('victor')],
  );
  for (const owner of ['vera', 'wei']) {
    await sql('insert into notification_settings (owner_id) values ($1)', [ids.get(owner)]);
  }
  await sql(
    `insert into push_subscriptions (owner_id, endpoint, p256dh, auth, session_id)
     values ($1, 'https://push.example/vera', repeat('A', 87), repeat('A', 22), gen_random_uuid())`,
    [ids.get('vera')],
  );
  // A file that may still become an object, and one in each chat.
  await createFile('upload');
  for (const chat of ['met', 'other']) {
    await createFile(`${chat}.file`);
    await sql(`insert into storage.objects (bucket_id, name, version) values ('chat-files', $1, $2)`, [
      `${ids.get(chat)}/voice.webm`,
      ids.get(`${chat}.file`),
    ]);
  }
  // A booth's team: tara works for boss, fred did. gila is their visitor.
  const member = 'insert into booth_members (id, owner_id, profile_id) values ($1, $2, $3)';
  for (const name of ['boss', 'tara', 'fred']) {
    await create(`${name}.member`, member, [ids.get('boss'), ids.get(name)]);
  }
  await create('team', session, [ids.get('boss'), ids.get('gila')]);
  for (const sender of ['gila', 'fred']) {
    await create(
      `${sender}.message`,
      'insert into messages (id, session_id, sender_id, content) values ($1, $2, $3, $4)',
      [ids.get('team'), ids.get(sender), `from ${sender}`],
    );
  }
  await sql('delete from booth_members where id = $1', [ids.get('fred.member')]);
  const note = `insert into chat_notes (id, session_id, author_id, language, text) values ($1, $2, $3, 'en', 'Noted')`;
  await create(
    'team.meeting',
    `insert into meetings (id, session_id, message_id, proposer_id, times, minutes, proposer_zone)
     values ($1, $2, $3, $4, array[date_trunc('hour', now()) + interval '3 hours'], 30, 'Europe/Berlin')`,
    [ids.get('team'), ids.get('gila.message'), ids.get('gila')],
  );
  await create('note', note, [ids.get('team'), ids.get('tara')]);
  await create('former', note, [ids.get('team'), ids.get('fred')]);
  await create(
    'invitation',
    `insert into booth_invitations (id, owner_id, token_digest) values ($1, $2, sha256('token'))`,
    [ids.get('boss')],
  );
  await sql('insert into leads (owner_id, person_id, met_by) values ($1, $2, $3)', [
    ids.get('boss'),
    ids.get('gila'),
    ids.get('fred'),
  ]);
  const scan =
    'insert into scanned_cards (id, owner_id, scanned_by, name, badge) values ($1, $2, $3, $4, $5)';
  await create('own.card', scan, [ids.get('tara'), null, 'Lucía Ferrer', null]);
  await create('team.card', scan, [ids.get('boss'), ids.get('tara'), 'Lucía Ferrer', null]);
  await create('former.card', scan, [ids.get('boss'), ids.get('fred'), null, '8F3A-22C1']);
  await sql(
    `insert into follow_ups (owner_id, person_id, sent_by, subject, text) values ($1, $2, $3, 'Thanks', 'Hello')`,
    [ids.get('boss'), ids.get('gila'), ids.get('tara')],
  );
  await sql('insert into follow_up_opt_outs (owner_id, person_id) values ($1, $2)', [
    ids.get('boss'),
    ids.get('gila'),
  ]);
  await create('team.term', term, [ids.get('boss'), 'Brass']);
  await create('team.code', `insert into booth_codes (id, vendor_id, label) values ($1, $2, 'Lamps')`, [
    ids.get('boss'),
  ]);
  await sql('insert into booth_code_scans (code_id, hour, scans) values ($1, now(), 3)', [
    ids.get('team.code'),
  ]);
  const item = `insert into catalogue_items (id, owner_id, kind, language, name) values ($1, $2, 'product', 'en', 'Lamp')`;
  await create('item', item, [ids.get('vera')]);
  await create('team.item', item, [ids.get('boss')]);
  await createFile('catalogue.file');
  await sql(`insert into storage.objects (bucket_id, name, version) values ('catalogue', $1, $2)`, [
    `${ids.get('boss')}/file-${randomUUID()}.pdf`,
    ids.get('catalogue.file'),
  ]);
  const webhook = `insert into webhook_endpoints (id, owner_id, url) values ($1, $2, 'https://hooks.example/leads')`;
  await create('webhook', webhook, [ids.get('vera')]);
  await create('team.webhook', webhook, [ids.get('boss')]);
  await create(
    'delivery',
    `insert into webhook_deliveries (id, endpoint_id, owner_id, event, person_id, state)
     values ($1, $2, $3, 'lead.updated', $4, 'failed')`,
    [ids.get('webhook'), ids.get('vera'), ids.get('wei')],
  );
  await createFile('avatar.file');
  await sql(`insert into storage.objects (bucket_id, name, version) values ('avatars', $1, $2)`, [
    `${ids.get('victor.user')}/face.webp`,
    ids.get('avatar.file'),
  ]);
  return ids;
}
