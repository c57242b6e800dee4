/**
 * Who may do what with whose row: the access rules of `supabase/migrations` as data. One test runs every line in a transaction
 * that is rolled back. The people: two vendors (vera, victor), two visitors (wei, omar), one signed-in user without a profile
 * (newcomer), a visitor
 * without an address (guest), one without a session (anon). The sessions: `met` is vera's with wei in it, `open` is vera's and waits for anyone,
 * `other` is victor's with omar in it. `met` and `other` hold one message of each side, one file in chat-files, and how
 * far each side has read; the vendor's message has a kept translation by an engine of the vendor's name. victor has an avatar.
 * vera has two scanned cards (card, second), wei has one (his).
 * vera and wei have noted something about each other; vera has a questionnaire, and has exported once.
 * vera has a booth code (booth), victor has one (stand).
 * vera's glossary has two terms (term: NovaLine, hers), victor's one (foreign).
 */
export type Who = 'anon' | 'newcomer' | 'guest' | 'vera' | 'victor' | 'wei' | 'omar' | 'service_role';

export interface RlsCase {
  who: Who;
  /** What is tried, in words; the test's name. */
  does: string;
  /** SQL with `{name}` for the id of a row of the fixture and `{name.user}` for a person's user id. */
  sql: string;
  /** allowed: that many rows come back or change; refused: PostgreSQL answers with this SQLSTATE. */
  expect: { rows: number } | { sqlstate: string };
}

const DENIED = { sqlstate: '42501' };

function read(who: Who, does: string, sql: string, rows: number): RlsCase {
  return { who, does, sql, expect: { rows } };
}

function refused(who: Who, does: string, sql: string, sqlstate = DENIED.sqlstate): RlsCase {
  return { who, does, sql, expect: { sqlstate } };
}

const insertProfile = (user: string, role = 'visitor') =>
  `insert into profiles (user_id, role, name) values ('{${user}.user}', '${role}', 'Somebody')`;
const insertMessage = (session: string, sender: string) =>
  `insert into messages (session_id, sender_id, content, source_language) values ('{${session}}', '{${sender}}', 'Hello', 'en')`;

const insertFile = (name: string, bucket = 'chat-files') =>
  `insert into storage.objects (bucket_id, name, version) values ('${bucket}', '${name}', '{upload}')`;

const AVATARS = `select id from storage.objects where bucket_id = 'avatars'`;

/** Asks as the server does: may one write to a channel? @param topic of the row, when it is another than the channel's */
const speak = (channel: string, topic = channel, extension = 'broadcast') =>
  `insert into realtime.messages (topic, extension, private) select '${topic}', '${extension}', true
   from (select set_config('realtime.topic', '${channel}', true) as set) s where s.set is not null`;

const insertRead = (session: string, reader: string, readAt = 'now()') =>
  `insert into session_reads (session_id, profile_id, last_read_at) values ('{${session}}', '{${reader}}', ${readAt})`;

const insertCard = (owner: string, more = '', values = '') =>
  `insert into scanned_cards (owner_id, name${more}) values ('{${owner}}', 'Somebody'${values})`;
const insertTerm = (owner: string, more = '', values = '', term = 'Luma') =>
  `insert into glossary_terms (owner_id, term${more}) values ('{${owner}}', '${term}'${values})`;
const mergeCards = (kept: string, other: string, seen = `array(select updated_at from scanned_cards)`) =>
  `select id from merge_scanned_cards('{${kept}}', array['{${other}}']::uuid[], ${seen}, '{"name": "Merged"}')`;

const insertLead = (owner: string, person: string, more = '', values = '') =>
  `insert into leads (owner_id, person_id${more}) values ('{${owner}}', '{${person}}'${values})`;
const insertExport = (owner: string, more = '', values = '') =>
  `insert into lead_exports (owner_id, format, scope, people, read_until${more})
   values ('{${owner}}', 'csv', 'all', 1, now()${values})`;
const setQuestions = (questions: string) => `update lead_questionnaires set questions = '${questions}'`;
const insertBooth = (vendor: string, more = '', values = '') =>
  `insert into booth_codes (vendor_id, label${more}) values ('{${vendor}}', 'Lamps'${values})`;
const logo = (user: string) => `'{${user}.user}/${'0'.repeat(32)}.png'`;

export const RLS_MATRIX: RlsCase[] = [
  // profiles: select
  refused('anon', 'reads profiles', 'select id from profiles'),
  read('newcomer', 'reads vendors only', 'select id from profiles', 2),
  read('vera', 'reads herself, vendors and the visitor she met', 'select id from profiles', 3),
  read('vera', 'reads the e-mail of the visitor she met', `select email from profiles where id = '{wei}'`, 1),
  read('vera', 'does not read a visitor she has not met', `select id from profiles where id = '{omar}'`, 0),
  read(
    'victor',
    'does not read a visitor of another vendor',
    `select id from profiles where id = '{wei}'`,
    0,
  ),
  read('wei', 'reads himself and all vendors', 'select id from profiles', 3),
  read('wei', 'does not read another visitor', `select id from profiles where id = '{omar}'`, 0),
  read('service_role', 'reads everybody', 'select id from profiles', 5),
  // profiles: insert, update, delete
  refused('anon', 'creates a profile', insertProfile('newcomer')),
  read('newcomer', 'creates a profile of one’s own', insertProfile('newcomer'), 1),
  refused('newcomer', 'creates a profile for somebody else', insertProfile('vera')),
  refused('newcomer', 'takes a role outside the list', insertProfile('newcomer', 'admin'), '23514'),
  refused('wei', 'creates a second profile', insertProfile('wei'), '23505'),
  read('wei', 'changes his own language', `update profiles set language = 'ar' where id = '{wei}'`, 1),
  read('wei', 'takes the other role', `update profiles set role = 'vendor' where id = '{wei}'`, 1),
  refused(
    'wei',
    'takes a language outside the list',
    `update profiles set language = 'fr' where id = '{wei}'`,
    '23514',
  ),
  read('wei', 'cannot change a vendor', `update profiles set name = 'Mallory' where id = '{vera}'`, 0),
  read(
    'vera',
    'cannot change the visitor she met',
    `update profiles set name = 'Mallory' where id = '{wei}'`,
    0,
  ),
  refused(
    'wei',
    'gives his profile to another user',
    `update profiles set user_id = '{omar.user}' where id = '{wei}'`,
  ),
  refused('anon', 'changes a profile', `update profiles set name = 'Mallory'`),
  refused('wei', 'deletes his profile', `delete from profiles where id = '{wei}'`),
  read('service_role', 'changes anybody', `update profiles set name = 'Corrected' where id = '{wei}'`, 1),
  // guests: a visitor's rights and no more
  read('guest', 'reads themselves and all vendors', 'select id from profiles', 3),
  read('guest', 'does not read another visitor', `select id from profiles where id = '{wei}'`, 0),
  read('vera', 'does not read a guest she has not met', `select id from profiles where id = '{guest}'`, 0),
  read('guest', 'changes their own name', `update profiles set name = 'Zoë' where id = '{guest}'`, 1),
  refused('guest', 'becomes a vendor', `update profiles set role = 'vendor' where id = '{guest}'`),
  refused('guest', 'begins as a vendor', insertProfile('guest', 'vendor')),
  read('wei', 'who has an address becomes one', `update profiles set role = 'vendor' where id = '{wei}'`, 1),
  read('guest', 'joins an open session', `select id from join_session('{open}')`, 1),
  refused('guest', 'joins a taken session', `select id from join_session('{met}')`, '23505'),
  read('guest', 'lists no session of others', 'select id from sessions', 0),
  read('guest', 'reads no message of others', 'select id from messages', 0),
  refused('guest', 'writes into others’ session', insertMessage('met', 'guest')),
  read(
    'guest',
    'starts a chat with a vendor',
    `insert into sessions (vendor_id, visitor_id) values ('{vera}', '{guest}')`,
    1,
  ),
  refused('guest', 'opens a session', `insert into sessions (vendor_id) values ('{guest}')`),
  refused('guest', 'deletes their profile', `delete from profiles where id = '{guest}'`),
  // sessions: select
  refused('anon', 'lists sessions', 'select id from sessions'),
  read('newcomer', 'lists no session', 'select id from sessions', 0),
  read('vera', 'lists her own sessions', 'select id from sessions', 2),
  read('victor', 'lists his own sessions', 'select id from sessions', 1),
  read('wei', 'lists the session he joined', 'select id from sessions', 1),
  read('wei', 'does not find an open session by its id', `select id from sessions where id = '{open}'`, 0),
  read('omar', 'does not read others’ session', `select id from sessions where id = '{met}'`, 0),
  // sessions: insert, update, delete
  read('vera', 'opens a session', `insert into sessions (vendor_id) values ('{vera}')`, 1),
  refused(
    'vera',
    'opens a session for another vendor',
    `insert into sessions (vendor_id) values ('{victor}')`,
  ),
  refused(
    'vera',
    'puts a visitor whom she has not met into a session',
    `insert into sessions (vendor_id, visitor_id) values ('{vera}', '{omar}')`,
  ),
  read(
    'vera',
    'starts another chat with the visitor she met',
    `insert into sessions (vendor_id, visitor_id) values ('{vera}', '{wei}')`,
    1,
  ),
  refused(
    'victor',
    'starts a chat with a visitor of another vendor',
    `insert into sessions (vendor_id, visitor_id) values ('{victor}', '{wei}')`,
  ),
  read(
    'wei',
    'starts a chat with a vendor',
    `insert into sessions (vendor_id, visitor_id) values ('{victor}', '{wei}')`,
    1,
  ),
  refused(
    'wei',
    'starts a chat in another visitor’s name',
    `insert into sessions (vendor_id, visitor_id) values ('{victor}', '{omar}')`,
  ),
  refused(
    'wei',
    'starts a chat with a visitor',
    `insert into sessions (vendor_id, visitor_id) values ('{omar}', '{wei}')`,
  ),
  refused('wei', 'opens a session as a vendor', `insert into sessions (vendor_id) values ('{wei}')`),
  refused('newcomer', 'opens a session', `insert into sessions (vendor_id) values ('{vera}')`),
  refused('anon', 'opens a session', `insert into sessions (vendor_id) values ('{vera}')`),
  refused(
    'vera',
    'dates a session back',
    `insert into sessions (vendor_id, created_at) values ('{vera}', '2000-01-01')`,
  ),
  refused(
    'omar',
    'joins by writing the row',
    `update sessions set visitor_id = '{omar}' where id = '{open}'`,
  ),
  refused('vera', 'replaces the visitor', `update sessions set visitor_id = '{omar}' where id = '{met}'`),
  refused('vera', 'dates a joining', `update sessions set joined_at = now() where id = '{met}'`),
  refused('vera', 'deletes a session', `delete from sessions where id = '{open}'`),
  // messages: select
  refused('anon', 'reads messages', 'select id from messages'),
  read('newcomer', 'reads no message', 'select id from messages', 0),
  read('vera', 'reads her chats', 'select id from messages', 2),
  read('wei', 'reads his chat', 'select id from messages', 2),
  read('omar', 'does not read others’ chat', `select id from messages where session_id = '{met}'`, 0),
  read('victor', 'does not read others’ chat', `select id from messages where session_id = '{met}'`, 0),
  // messages: insert
  read('vera', 'sends in her chat', insertMessage('met', 'vera'), 1),
  read('vera', 'sends before anybody joined', insertMessage('open', 'vera'), 1),
  read('wei', 'sends in his chat', insertMessage('met', 'wei'), 1),
  refused('wei', 'sends in the other’s name', insertMessage('met', 'vera')),
  refused('wei', 'sends in an open session', insertMessage('open', 'wei')),
  refused('omar', 'sends in others’ chat', insertMessage('met', 'omar')),
  refused('newcomer', 'sends anywhere', insertMessage('met', 'vera')),
  refused('anon', 'sends anywhere', insertMessage('met', 'vera')),
  refused(
    'wei',
    'dates a message back',
    `insert into messages (session_id, sender_id, content, created_at) values ('{met}', '{wei}', 'Hi', '2000-01-01')`,
  ),
  refused(
    'wei',
    'sends an empty message',
    `insert into messages (session_id, sender_id, content) values ('{met}', '{wei}', E' \\n\\t')`,
    '23514',
  ),
  refused(
    'wei',
    'sends 5,001 characters',
    `insert into messages (session_id, sender_id, content) values ('{met}', '{wei}', repeat('字', 5001))`,
    '23514',
  ),
  read(
    'wei',
    'sends 5,000 characters',
    `insert into messages (session_id, sender_id, content) values ('{met}', '{wei}', repeat('字', 5000))`,
    1,
  ),
  refused(
    'wei',
    'sends a type outside the list',
    `insert into messages (session_id, sender_id, content, type) values ('{met}', '{wei}', 'x', 'video')`,
    '23514',
  ),
  // messages: update, delete
  read(
    'wei',
    'attaches a translation to his message',
    `update messages set translated_content = 'Hello', target_language = 'en' where sender_id = '{wei}'`,
    1,
  ),
  read(
    'wei',
    'cannot translate the other’s message',
    `update messages set translated_content = 'No' where sender_id = '{vera}'`,
    0,
  ),
  read(
    'wei',
    'attaches the words of his voice message',
    `update messages set transcript = 'Hello' where sender_id = '{wei}'`,
    1,
  ),
  read(
    'wei',
    'cannot put words into the other’s mouth',
    `update messages set transcript = 'No' where sender_id = '{vera}'`,
    0,
  ),
  refused(
    'wei',
    'changes how long he spoke',
    `update messages set duration_ms = 1 where sender_id = '{wei}'`,
  ),
  refused(
    'wei',
    'sends a recording without end',
    `insert into messages (session_id, sender_id, content, type, duration_ms) values ('{met}', '{wei}', 'x', 'audio', 3600001)`,
    '23514',
  ),
  refused(
    'wei',
    'rewrites his message',
    `update messages set content = 'Never said' where sender_id = '{wei}'`,
  ),
  refused('wei', 'moves his message', `update messages set session_id = '{other}' where sender_id = '{wei}'`),
  refused('wei', 'deletes his message', `delete from messages where sender_id = '{wei}'`),
  refused(
    'wei',
    'readdresses a message',
    `update messages set recipient_id = '{omar}' where sender_id = '{wei}'`,
  ),
  // session_reads: select
  refused('anon', 'sees how far chats are read', 'select * from session_reads'),
  read('newcomer', 'sees of no chat how far it is read', 'select * from session_reads', 0),
  read('vera', 'sees how far both have read her chat', 'select * from session_reads', 2),
  read('wei', 'sees how far both have read his chat', 'select * from session_reads', 2),
  read(
    'omar',
    'does not see how far others have read',
    `select * from session_reads where session_id = '{met}'`,
    0,
  ),
  // session_reads: insert, update, delete
  read('vera', 'begins to read her open session', insertRead('open', 'vera', 'null'), 1),
  refused('vera', 'has somebody else read', insertRead('open', 'wei')),
  refused('omar', 'reads an open session', insertRead('open', 'omar')),
  refused('omar', 'reads others’ chat', insertRead('met', 'omar')),
  refused('newcomer', 'reads a chat', insertRead('met', 'vera')),
  refused('anon', 'reads a chat', insertRead('met', 'vera')),
  refused('vera', 'has read the future', insertRead('open', 'vera', `now() + interval '1 hour'`)),
  read('wei', 'reads on', `update session_reads set last_read_at = now() where profile_id = '{wei}'`, 1),
  refused(
    'wei',
    'reads on into the future',
    `update session_reads set last_read_at = now() + interval '1 hour' where profile_id = '{wei}'`,
  ),
  read(
    'wei',
    'cannot read for the other side',
    `update session_reads set last_read_at = now() where profile_id = '{vera}'`,
    0,
  ),
  refused(
    'wei',
    'moves his mark to another chat',
    `update session_reads set session_id = '{open}' where profile_id = '{wei}'`,
  ),
  refused('wei', 'forgets what he has read', `delete from session_reads where profile_id = '{wei}'`),
  read('service_role', 'sees how far all have read', 'select * from session_reads', 4),
  // session_summaries
  refused('anon', 'lists chats', 'select id from session_summaries'),
  read('newcomer', 'lists no chat', 'select id from session_summaries', 0),
  read('vera', 'lists her chats', 'select id from session_summaries', 2),
  read('wei', 'lists his chat', 'select id from session_summaries', 1),
  read('omar', 'does not list others’ chat', `select id from session_summaries where id = '{met}'`, 0),
  // glossary_terms
  refused('anon', 'reads terms', 'select id from glossary_terms'),
  read('newcomer', 'reads no term', 'select id from glossary_terms', 0),
  read('vera', 'reads her own terms', 'select id from glossary_terms', 2),
  read(
    'wei',
    'does not read the glossary of a vendor in whose chat he is',
    'select id from glossary_terms',
    0,
  ),
  read('service_role', 'reads every term', 'select id from glossary_terms', 3),
  read('vera', 'adds a term', insertTerm('vera'), 1),
  read('vera', 'adds a term with a translation', insertTerm('vera', ', mode, zh', `, 'fixed', '黄铜'`), 1),
  refused('vera', 'adds a term to another glossary', insertTerm('victor')),
  refused('wei', 'adds a term as a visitor', insertTerm('wei')),
  refused('newcomer', 'adds a term without a profile', insertTerm('vera')),
  refused('anon', 'adds a term', insertTerm('vera')),
  refused('vera', 'dates a term back', insertTerm('vera', ', created_at', ', now()')),
  refused('vera', 'adds a term twice', insertTerm('vera', '', '', ' ＮＯＶＡline '), '23505'),
  refused('vera', 'adds a blank term', insertTerm('vera', '', '', ' '), '23514'),
  refused('vera', 'adds a long term', insertTerm('vera', '', '', 'x'.repeat(101)), '23514'),
  refused('vera', 'fixes a term without a translation', insertTerm('vera', ', mode', `, 'fixed'`), '23514'),
  refused('vera', 'translates a term that is kept', insertTerm('vera', ', zh', `, '黄铜'`), '23514'),
  refused('vera', 'takes a mode outside the list', insertTerm('vera', ', mode', `, 'guess'`), '23514'),
  refused(
    'vera',
    'adds more terms than there may be',
    `insert into glossary_terms (owner_id, term) select '{vera}', 'Luma ' || n from generate_series(1, 499) n`,
    'PT409',
  ),
  read(
    'vera',
    'changes her terms',
    `update glossary_terms set mode = 'fixed', zh = '诺瓦' where id = '{term}'`,
    1,
  ),
  read(
    'victor',
    'cannot change others’ term',
    `update glossary_terms set term = 'Mine' where id = '{term}'`,
    0,
  ),
  refused('vera', 'gives a term away', `update glossary_terms set owner_id = '{victor}'`),
  refused('anon', 'changes terms', `update glossary_terms set term = 'Mine'`),
  read('vera', 'deletes a term', `delete from glossary_terms where id = '{term}'`, 1),
  read('victor', 'cannot delete others’ term', `delete from glossary_terms where id = '{term}'`, 0),
  refused('anon', 'deletes terms', 'delete from glossary_terms'),
  read(
    'vera',
    'imports terms',
    `select * from import_glossary_terms('[{"term": "novaline", "mode": "fixed", "zh": "诺瓦"}, {"term": "Luma", "mode": "keep"}]')
     where added = 1 and changed = 1`,
    1,
  ),
  refused(
    'vera',
    'imports terms of which one is wrong',
    `select import_glossary_terms('[{"term": "Luma", "mode": "keep"}, {"term": "Vega", "mode": "guess"}]')`,
    '23514',
  ),
  refused(
    'wei',
    'imports terms as a visitor',
    `select import_glossary_terms('[{"term": "Luma", "mode": "keep"}]')`,
  ),
  refused('anon', 'imports terms', `select import_glossary_terms('[]')`),
  refused('vera', 'reads a glossary as the translator does', `select * from glossary_for('{vera.user}')`),
  refused(
    'wei',
    'reads a chat’s glossary as the translator does',
    `select * from glossary_for('{wei.user}', '{met}')`,
  ),
  read('service_role', 'reads her own glossary for her', `select * from glossary_for('{vera.user}')`, 2),
  read(
    'service_role',
    'reads a chat’s glossary for its visitor',
    `select * from glossary_for('{wei.user}', '{met}')`,
    2,
  ),
  read(
    'service_role',
    'reads no glossary of others’ chat',
    `select * from glossary_for('{omar.user}', '{met}')`,
    0,
  ),
  // scanned_cards
  refused('anon', 'reads cards', 'select id from scanned_cards'),
  read('newcomer', 'reads no card', 'select id from scanned_cards', 0),
  read('vera', 'reads her own cards', 'select id from scanned_cards', 2),
  read(
    'wei',
    'does not read the cards of the vendor he met',
    `select id from scanned_cards where id = '{card}'`,
    0,
  ),
  read('service_role', 'reads every card', 'select id from scanned_cards', 3),
  read('vera', 'keeps a card', insertCard('vera'), 1),
  read('wei', 'keeps a card', insertCard('wei', ', created_at', `, '2026-01-01'`), 1),
  refused('vera', 'puts a card into another box', insertCard('wei')),
  refused('newcomer', 'keeps a card without a profile', insertCard('vera')),
  refused('anon', 'keeps a card', insertCard('vera')),
  refused('vera', 'says when a card was changed', insertCard('vera', ', updated_at', ', now()')),
  refused(
    'vera',
    'keeps a blank card',
    `insert into scanned_cards (owner_id, name, note) values ('{vera}', ' ', 'met at the door')`,
    '23514',
  ),
  refused('vera', 'keeps a blank tag', insertCard('vera', ', tags', `, array['lamps', ' ']`), '23514'),
  refused(
    'vera',
    'keeps 21 tags',
    insertCard('vera', ', tags', `, array_fill('x'::text, array[21])`),
    '23514',
  ),
  read('vera', 'keeps a note of 4,000 characters', insertCard('vera', ', note', `, repeat('字', 4000)`), 1),
  refused('vera', 'keeps a longer note', insertCard('vera', ', note', `, repeat('字', 4001)`), '23514'),
  read('vera', 'changes her cards', `update scanned_cards set note = 'Call back', tags = array['lamps']`, 2),
  read('wei', 'cannot change others’ card', `update scanned_cards set note = 'Mine' where id = '{card}'`, 0),
  refused('vera', 'gives a card away', `update scanned_cards set owner_id = '{wei}' where id = '{card}'`),
  refused('vera', 'dates a card back', `update scanned_cards set created_at = '2000-01-01'`),
  refused('anon', 'changes cards', `update scanned_cards set note = 'Mine'`),
  read('vera', 'deletes a card', `delete from scanned_cards where id = '{card}'`, 1),
  read('wei', 'cannot delete others’ card', `delete from scanned_cards where id = '{card}'`, 0),
  refused('anon', 'deletes cards', 'delete from scanned_cards'),
  read('vera', 'merges her cards', mergeCards('card', 'second'), 1),
  refused(
    'vera',
    'merges cards that have changed since',
    mergeCards('card', 'second', `array[now()]`),
    'PT409',
  ),
  refused('vera', 'merges with a card of another box', mergeCards('card', 'his'), 'PT409'),
  refused('vera', 'merges a card with itself', mergeCards('card', 'card'), 'PT409'),
  refused('wei', 'merges others’ cards', mergeCards('card', 'second'), 'PT409'),
  refused('anon', 'merges cards', mergeCards('card', 'second')),
  // leads
  refused('anon', 'reads leads', 'select note from leads'),
  read('newcomer', 'reads no lead', 'select note from leads', 0),
  read('vera', 'reads her own leads', 'select note from leads', 1),
  read(
    'wei',
    'does not read what a vendor has noted about him',
    `select note from leads where owner_id = '{vera}'`,
    0,
  ),
  read('service_role', 'reads every lead', 'select note from leads', 2),
  refused('anon', 'lists people met', 'select person_id from lead_list'),
  read('newcomer', 'lists nobody met', 'select person_id from lead_list', 0),
  read('vera', 'lists whom she met', 'select person_id from lead_list', 1),
  read(
    'victor',
    'lists whom he met, with nothing noted',
    `select person_id from lead_list where note is null`,
    1,
  ),
  read('wei', 'lists whom he met', `select person_id from lead_list where person_id = '{vera}'`, 1),
  read('omar', 'notes something about a vendor he has not met', insertLead('omar', 'vera'), 1),
  refused('vera', 'notes something about a visitor she has not met', insertLead('vera', 'omar')),
  refused('vera', 'notes something twice in two rows', insertLead('vera', 'wei'), '23505'),
  refused('vera', 'notes something about herself', insertLead('vera', 'vera'), '23514'),
  refused('victor', 'notes something in another’s name', insertLead('vera', 'victor')),
  refused('newcomer', 'notes something without a profile', insertLead('vera', 'victor')),
  refused('anon', 'notes something', insertLead('vera', 'victor')),
  refused('victor', 'chooses a version', insertLead('victor', 'omar', ', version', ', 7')),
  read('vera', 'keeps a note of 20,000 characters', `update leads set note = repeat('字', 20000)`, 1),
  refused('vera', 'keeps a longer note', `update leads set note = repeat('字', 20001)`, '23514'),
  refused('vera', 'rates with six stars', `update leads set rating = 6`, '23514'),
  refused('vera', 'invents a status', `update leads set status = 'hot'`, '23514'),
  read('vera', 'keeps answers', `update leads set answers = '{"a": "May", "b": true, "c": ["x"]}'`, 1),
  refused('vera', 'keeps an answer in an answer', `update leads set answers = '{"a": {"b": 1}}'`, '23514'),
  refused('vera', 'keeps answers that are a list', `update leads set answers = '[true]'`, '23514'),
  refused('vera', 'gives a lead away', `update leads set owner_id = '{victor}'`),
  refused('vera', 'moves a note to somebody else', `update leads set person_id = '{victor}'`),
  read('wei', 'cannot change others’ lead', `update leads set note = 'Mine' where owner_id = '{vera}'`, 0),
  refused('anon', 'changes leads', `update leads set note = 'Mine'`),
  read('vera', 'deletes her lead', 'delete from leads', 1),
  read('wei', 'cannot delete others’ lead', `delete from leads where owner_id = '{vera}'`, 0),
  refused('anon', 'deletes leads', 'delete from leads'),
  read('vera', 'counts her tags', 'select tag from lead_tags()', 1),
  read('victor', 'counts nobody else’s tags', 'select tag from lead_tags()', 0),
  refused('anon', 'counts tags', 'select tag from lead_tags()'),
  // lead_questionnaires
  refused('anon', 'reads questions', 'select questions from lead_questionnaires'),
  read('vera', 'reads her questions', 'select questions from lead_questionnaires', 1),
  read('wei', 'does not read a vendor’s questions', 'select questions from lead_questionnaires', 0),
  read(
    'victor',
    'writes questions',
    `insert into lead_questionnaires (owner_id, questions) values ('{victor}', '[]')`,
    1,
  ),
  refused(
    'wei',
    'writes questions as a visitor',
    `insert into lead_questionnaires (owner_id, questions) values ('{wei}', '[]')`,
  ),
  refused(
    'victor',
    'writes another’s questions',
    `insert into lead_questionnaires (owner_id, questions) values ('{vera}', '[]')`,
  ),
  read('vera', 'asks a text', setQuestions('[{"id": "a", "kind": "text", "label": "When?"}]'), 1),
  refused('vera', 'asks nothing', setQuestions('[{"id": "a", "kind": "text", "label": " "}]'), '23514'),
  refused(
    'vera',
    'asks for one of one',
    setQuestions('[{"id": "a", "kind": "choice", "label": "Size?", "choices": ["S"]}]'),
    '23514',
  ),
  refused(
    'vera',
    'asks for one of nothing',
    setQuestions('[{"id": "a", "kind": "choice", "label": "Size?"}]'),
    '23514',
  ),
  refused(
    'vera',
    'gives two questions one id',
    setQuestions('[{"id": "a", "kind": "text", "label": "1"}, {"id": "a", "kind": "text", "label": "2"}]'),
    '23514',
  ),
  refused('vera', 'asks with no id', setQuestions('[{"kind": "text", "label": "When?"}]'), '23514'),
  read('wei', 'cannot change others’ questions', setQuestions('[]'), 0),
  refused('vera', 'deletes her questionnaire', 'delete from lead_questionnaires'),
  // lead_exports
  refused('anon', 'reads exports', 'select id from lead_exports'),
  read('vera', 'reads her exports', 'select id from lead_exports', 1),
  read('wei', 'does not read a vendor’s exports', 'select id from lead_exports', 0),
  read('wei', 'records an export', insertExport('wei'), 1),
  refused('wei', 'records an export in another’s name', insertExport('vera')),
  refused('vera', 'says who has exported', insertExport('vera', ', exported_by', `, '{wei.user}'`)),
  refused('vera', 'says when something was exported', insertExport('vera', ', created_at', ', now()')),
  refused('vera', 'alters the record of exports', 'update lead_exports set people = 0'),
  refused('vera', 'deletes the record of exports', 'delete from lead_exports'),
  refused('service_role', 'alters the record of exports', 'update lead_exports set people = 0'),
  refused('service_role', 'deletes the record of exports', 'delete from lead_exports'),
  // files: select
  read('anon', 'reads no file', 'select id from storage.objects', 0),
  read('newcomer', 'reads no file', 'select id from storage.objects', 0),
  read('vera', 'reads the file of her chat', 'select id from storage.objects', 1),
  read('wei', 'reads the file of his chat', 'select id from storage.objects', 1),
  read('omar', 'does not read others’ file', `select id from storage.objects where name like '{met}/%'`, 0),
  read('victor', 'does not read others’ file', `select id from storage.objects where name like '{met}/%'`, 0),
  read('service_role', 'reads every file', 'select id from storage.objects', 3),
  // files: insert
  read('vera', 'adds a file to her chat', insertFile('{met}/a.webm'), 1),
  read('vera', 'adds a file before anybody joined', insertFile('{open}/a.webm'), 1),
  read('wei', 'adds a file to his chat', insertFile('{met}/a.webm'), 1),
  refused('omar', 'adds a file to others’ chat', insertFile('{met}/a.webm')),
  refused('omar', 'adds a file to an open session', insertFile('{open}/a.webm')),
  refused('wei', 'adds a file outside the folders', insertFile('a.webm')),
  refused('wei', 'adds a file below a sub-folder', insertFile('{met}/sub/a.webm')),
  refused('wei', 'adds a file to a folder that begins like his', insertFile('{met}x/a.webm')),
  refused('newcomer', 'adds a file', insertFile('{met}/a.webm')),
  refused('anon', 'adds a file', insertFile('{met}/a.webm')),
  refused('wei', 'adds a name twice', insertFile('{met}/voice.webm'), '23505'),
  // files: update, delete
  read('wei', 'cannot change a sent file', `update storage.objects set metadata = '{}'`, 0),
  read('wei', 'cannot move a sent file', `update storage.objects set name = '{met}/b.webm'`, 0),
  read('wei', 'cannot remove a sent file', 'delete from storage.objects', 0),
  read('service_role', 'removes files', 'delete from storage.objects', 3),
  // avatars: everybody with the link is served without a row being read; these are the rows
  read('anon', 'lists no avatar', AVATARS, 0),
  read('victor', 'lists his own avatar', AVATARS, 1),
  read('vera', 'does not list others’ avatars', AVATARS, 0),
  read('vera', 'adds an avatar', insertFile('{vera.user}/a.webp', 'avatars'), 1),
  read(
    'newcomer',
    'adds an avatar before the profile is there',
    insertFile('{newcomer.user}/a.webp', 'avatars'),
    1,
  ),
  refused('vera', 'adds an avatar for somebody else', insertFile('{victor.user}/a.webp', 'avatars')),
  refused('vera', 'adds an avatar in the folder of a session', insertFile('{met}/a.webp', 'avatars')),
  refused('vera', 'adds an avatar outside the folders', insertFile('a.webp', 'avatars')),
  refused('vera', 'adds an avatar below a sub-folder', insertFile('{vera.user}/sub/a.webp', 'avatars')),
  refused('anon', 'adds an avatar', insertFile('{vera.user}/a.webp', 'avatars')),
  refused('victor', 'adds an avatar twice', insertFile('{victor.user}/face.webp', 'avatars'), '23505'),
  read(
    'victor',
    'cannot change an avatar',
    `update storage.objects set name = '{victor.user}/b.webp' where bucket_id = 'avatars'`,
    0,
  ),
  read('vera', 'cannot remove others’ avatars', `delete from storage.objects where bucket_id = 'avatars'`, 0),
  read('victor', 'removes his avatar', `delete from storage.objects where bucket_id = 'avatars'`, 1),
  // buckets
  read('vera', 'sees no bucket', 'select id from storage.buckets', 0),
  refused('vera', 'makes a bucket', `insert into storage.buckets (id, name) values ('mine', 'mine')`),
  read('vera', 'cannot open a bucket', 'update storage.buckets set public = true', 0),
  read('vera', 'cannot delete a bucket', 'delete from storage.buckets', 0),
  // functions
  read('anon', 'is shown an invitation by its id', `select id from session_invite('{open}')`, 1),
  read(
    'anon',
    'finds no invitation for an unknown id',
    `select id from session_invite(gen_random_uuid())`,
    0,
  ),
  refused('anon', 'joins', `select id from join_session('{open}')`),
  read('omar', 'joins an open session', `select id from join_session('{open}')`, 1),
  read('wei', 'joins again what he has joined', `select id from join_session('{met}')`, 1),
  refused('omar', 'joins a taken session', `select id from join_session('{met}')`, '23505'),
  refused('omar', 'joins an unknown session', 'select id from join_session(gen_random_uuid())', 'PT404'),
  refused('victor', 'joins as a vendor', `select id from join_session('{open}')`, 'PT403'),
  refused('newcomer', 'joins without a profile', `select id from join_session('{open}')`, 'PT403'),
  read('wei', 'marks his chat as read', `select * from mark_session_read('{met}', now())`, 1),
  read('vera', 'looks at her open session', `select * from mark_session_read('{open}')`, 1),
  refused('omar', 'marks others’ chat as read', `select * from mark_session_read('{met}', now())`),
  refused('omar', 'marks an open session as read', `select * from mark_session_read('{open}')`),
  refused('newcomer', 'marks a chat as read', `select * from mark_session_read('{met}', now())`),
  refused('anon', 'marks a chat as read', `select * from mark_session_read('{met}', now())`),
  // booth codes
  refused('anon', 'walks through booth codes', 'select code from booth_codes'),
  refused('anon', 'walks through their counts', 'select code from booth_code_summaries'),
  read('newcomer', 'finds no booth code', 'select code from booth_codes', 0),
  read('wei', 'finds no booth code', 'select code from booth_codes', 0),
  read('vera', 'reads her own booth codes', 'select code from booth_code_summaries where scans = 3', 1),
  read('victor', 'does not read another vendor’s', `select id from booth_codes where id = '{booth}'`, 0),
  read('vera', 'reads the scans of her own', 'select scans from booth_code_scans', 1),
  refused('anon', 'reads scans', 'select scans from booth_code_scans'),
  refused('vera', 'counts scans herself', 'update booth_code_scans set scans = 1000'),
  refused('vera', 'reads which devices came', 'select device from booth_code_devices'),
  refused('vera', 'reads replaced codes', 'select code from replaced_booth_codes'),
  read('vera', 'makes a booth code', insertBooth('vera', ', logo_path', `, ${logo('vera')}`), 1),
  refused('vera', 'makes one for another vendor', insertBooth('victor')),
  refused('wei', 'makes one as a visitor', insertBooth('wei')),
  refused('anon', 'makes one', insertBooth('vera')),
  refused('vera', 'chooses a code that can be guessed', insertBooth('vera', ', code', `, 'booth-1'`)),
  refused('vera', 'uses another’s logo', insertBooth('vera', ', logo_path', `, ${logo('victor')}`)),
  refused(
    'vera',
    'writes something else than colours into a style',
    insertBooth('vera', ', style', `, '{"dark": "url(//evil.example)"}'`),
    '23514',
  ),
  refused('vera', 'writes another style', insertBooth('vera', ', style', `, '{"script": 1}'`), '23514'),
  read('vera', 'pauses her code', `update booth_codes set paused_at = now() where id = '{booth}'`, 1),
  read(
    'victor',
    'cannot pause another’s',
    `update booth_codes set paused_at = now() where id = '{booth}'`,
    0,
  ),
  refused('vera', 'chooses the code', `update booth_codes set code = 'booth-1' where id = '{booth}'`),
  refused('vera', 'takes another’s logo', `update booth_codes set logo_path = ${logo('victor')}`),
  read('victor', 'cannot delete another’s', `delete from booth_codes where id = '{booth}'`, 0),
  read('vera', 'deletes her own', `delete from booth_codes where id = '{booth}'`, 1),
  read('anon', 'is shown who is behind a code', `select state from booth_invite('{booth.code}')`, 1),
  refused('anon', 'guesses a code', `select state from booth_invite('aaaaaaaaaaaaaaaaaaaaaaaa')`, 'PT404'),
  refused('anon', 'joins through a code', `select id from join_booth('{booth.code}')`),
  refused('newcomer', 'joins without a profile', `select id from join_booth('{booth.code}')`, 'PT403'),
  refused('vera', 'joins as a vendor', `select id from join_booth('{stand.code}')`, 'PT403'),
  read('wei', 'joins through a code', `select id from join_booth('{booth.code}')`, 1),
  refused(
    'wei',
    'writes through which code he came',
    `insert into sessions (vendor_id, visitor_id, booth_code_id) values ('{vera}', '{wei}', '{booth}')`,
  ),
  read('vera', 'replaces her code', `select id from rotate_booth_code('{booth}')`, 1),
  refused('victor', 'replaces another’s', `select id from rotate_booth_code('{booth}')`, 'PT404'),
  refused('anon', 'replaces one', `select id from rotate_booth_code('{booth}')`),
  read('vera', 'adds a logo', insertFile('{vera.user}/a.png', 'booth-logos'), 1),
  refused('vera', 'adds a logo for somebody else', insertFile('{victor.user}/a.png', 'booth-logos')),
  refused('anon', 'adds a logo', insertFile('{vera.user}/a.png', 'booth-logos')),
  // what no API role may look into
  refused('anon', 'reads accounts', 'select id from auth.users'),
  refused('vera', 'reads accounts', 'select id from auth.users'),
  refused('vera', 'reads refresh tokens', 'select id from auth.refresh_tokens'),
  refused('vera', 'reads signing keys', 'select kid from dragoman.signing_keys'),
  refused('service_role', 'reads signing keys', 'select kid from dragoman.signing_keys'),
  refused('vera', 'reads API keys', 'select key from dragoman.api_keys'),
  refused('vera', 'reads the list of unowned files', 'select version from storage.unowned_files'),
  refused('service_role', 'reads the list of unowned files', 'select version from storage.unowned_files'),
  refused('vera', 'creates a table', 'create table public.mine (id int)'),
  // message_translations: read by the two people of the chat, written by the server alone
  refused('anon', 'reads kept translations', 'select engine from message_translations'),
  read('newcomer', 'reads no kept translation', 'select engine from message_translations', 0),
  read('vera', 'reads those of her chats', 'select engine from message_translations', 1),
  read('wei', 'reads those of his chat', 'select translated_text from message_translations', 1),
  read(
    'omar',
    'reads none of others’ chats',
    `select engine from message_translations where engine = 'vera'`,
    0,
  ),
  refused(
    'wei',
    'keeps a translation',
    `insert into message_translations (message_id, target_language, translated_text, engine)
     select id, 'ar', 'Invented', 'deepl' from messages where sender_id = '{vera}'`,
  ),
  refused(
    'wei',
    'changes a kept translation',
    `update message_translations set translated_text = 'Invented'`,
  ),
  refused('vera', 'deletes a kept translation', 'delete from message_translations'),
  read('service_role', 'reads all of them', 'select engine from message_translations', 2),
  read('service_role', 'deletes them', 'delete from message_translations', 2),
  // realtime.messages: the private channel of a session
  read('wei', 'speaks on the channel of his session', speak('session:{met}'), 1),
  read(
    'vera',
    'is present on the channel of an open session',
    speak('session:{open}', undefined, 'presence'),
    1,
  ),
  refused('wei', 'speaks on the channel of an open session', speak('session:{open}')),
  refused('omar', 'speaks on the channel of others', speak('session:{met}')),
  refused('newcomer', 'speaks on a channel', speak('session:{met}')),
  refused('anon', 'speaks on a channel', speak('session:{met}')),
  refused('wei', 'speaks on any other channel', speak('hall')),
  refused('wei', 'speaks on one channel for another', speak('session:{met}', 'session:{other}')),
  refused('wei', 'writes something else to a channel', speak('session:{met}', undefined, 'postgres_changes')),
  read('wei', 'reads no channel that nobody asks about', 'select id from realtime.messages', 0),
  refused(
    'anon',
    'sets up a policy',
    'drop policy "Speak on the channel of one\'s session" on realtime.messages',
  ),
  read('service_role', 'speaks anywhere', speak('hall'), 1),
];
