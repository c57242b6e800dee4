import { insertMessage, type RlsCase, read, refused } from './rls-case.ts';

/**
 * Asks as the server does: may one write to a channel?
 * @param topic of the row, when it is another than the channel's
 */
const speak = (channel: string, topic = channel, extension = 'broadcast') =>
  `insert into realtime.messages (topic, extension, private) select '${topic}', '${extension}', true
   from (select set_config('realtime.topic', '${channel}', true) as set) s where s.set is not null`;

const insertRead = (session: string, reader: string, readAt = 'now()') =>
  `insert into session_reads (session_id, profile_id, last_read_at) values ('{${session}}', '{${reader}}', ${readAt})`;

const insertPicture = (name: string, width: number, height: number, sender = 'wei') =>
  `insert into messages (session_id, sender_id, type, content, file_name, file_size, picture_width, picture_height)
   values ('{met}', '{${sender}}', 'file', '{met}/picture-1.jpg', E'${name}', 1000, ${width}, ${height})`;

const insertSaid = (session: string, sender: string, by: string) =>
  `insert into messages (session_id, sender_id, content, said_by) values ('{${session}}', '{${sender}}', 'Hello', '${by}')`;

export const CHATS_RULES: RlsCase[] = [
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
  read('vera', 'deletes her session without a visitor', `delete from sessions where id = '{open}'`, 1),
  read('vera', 'cannot delete a session with a visitor', `delete from sessions where id = '{met}'`, 0),
  read('wei', 'cannot delete the session he joined', `delete from sessions where id = '{met}'`, 0),
  read('victor', 'cannot delete another vendor’s session', `delete from sessions where id = '{open}'`, 0),
  refused('anon', 'deletes a session', `delete from sessions where id = '{open}'`),
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
  read('wei', 'sends a picture', insertPicture('photo.jpg', 2048, 1536), 1),
  refused('wei', 'sends a file name with a path', insertPicture('../photo.jpg', 1, 1), '23514'),
  refused('wei', 'sends a file name that reads backwards', insertPicture('x\\u202egpj.exe', 1, 1), '23514'),
  refused('wei', 'sends a picture without a height', insertPicture('photo.jpg', 1, 0), '23514'),
  refused('omar', 'sends a picture to others’ chat', insertPicture('photo.jpg', 1, 1, 'omar')),
  refused('wei', 'renames a sent file', `update messages set file_name = 'x' where sender_id = '{wei}'`),
  // messages: lines that were said face to face
  read('vera', 'notes what a guest said in her open session', insertSaid('open', 'vera', 'visitor'), 1),
  read('vera', 'notes what she said in her open session', insertSaid('open', 'vera', 'vendor'), 1),
  refused('vera', 'notes what a visitor said who came by another way', insertSaid('met', 'vera', 'visitor')),
  refused('wei', 'notes what was said in his chat', insertSaid('met', 'wei', 'visitor')),
  refused('wei', 'notes what was said in an open session', insertSaid('open', 'wei', 'visitor')),
  refused(
    'victor',
    'notes what was said in another vendor’s session',
    insertSaid('open', 'victor', 'vendor'),
  ),
  refused('vera', 'notes what was said in a visitor’s name', insertSaid('open', 'wei', 'visitor')),
  refused('newcomer', 'notes what was said', insertSaid('open', 'vera', 'visitor')),
  refused('anon', 'notes what was said', insertSaid('open', 'vera', 'visitor')),
  refused('vera', 'notes what a third person said', insertSaid('open', 'vera', 'omar'), '23514'),
  refused(
    'vera',
    'notes a recording as said face to face',
    `insert into messages (session_id, sender_id, content, type, said_by)
     values ('{open}', '{vera}', 'x', 'audio', 'visitor')`,
    '23514',
  ),
  refused(
    'vera',
    'turns a message into the visitor’s words',
    `update messages set said_by = 'visitor' where sender_id = '{vera}'`,
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
  refused('vera', 'marks a chat as read for another user', insertRead('open', 'wei')),
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
  read('wei', 'reads no channel outside a subscription', 'select id from realtime.messages', 0),
  refused(
    'anon',
    'sets up a policy',
    'drop policy "Speak on the channel of one\'s session" on realtime.messages',
  ),
  read('service_role', 'speaks anywhere', speak('hall'), 1),
];
