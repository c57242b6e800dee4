import { type RlsCase, read, refused } from './rls-case.ts';

const reply = (session: string, sender: string, quoted: string) =>
  `insert into messages (session_id, sender_id, content, reply_to) values ('{${session}}', '{${sender}}', 'Yes', '{${quoted}}')`;

const react = (message: string, person: string, reaction = 'love') =>
  `insert into message_reactions (message_id, profile_id, reaction) values ('{${message}}', '{${person}}', '${reaction}')`;

const hide = (message: string, person: string) =>
  `insert into hidden_messages (profile_id, message_id) values ('{${person}}', '{${message}}')`;

const report = (message: string, reporter: string, target = 'zh', engine = 'deepl', reason = 'numbers') =>
  `insert into translation_reports (reporter_id, message_id, target_language, engine, reason)
   values ('{${reporter}}', '{${message}}', '${target}', '${engine}', '${reason}')`;

export const MESSAGE_ACTS_RULES: RlsCase[] = [
  // quotes
  read('wei', 'quotes the other’s message', reply('met', 'wei', 'vera.message'), 1),
  read('wei', 'quotes a message of his own', reply('met', 'wei', 'wei.message'), 1),
  refused('wei', 'quotes a message of another chat', reply('met', 'wei', 'omar.message'), '23503'),
  refused('wei', 'quotes what is no message', reply('met', 'wei', 'vera'), '23503'),
  refused('omar', 'quotes in others’ chat', reply('met', 'omar', 'vera.message')),
  refused('wei', 'quotes something else later', `update messages set reply_to = '{wei.message}'`),
  refused(
    'wei',
    'says that a message is a reply',
    `insert into messages (session_id, sender_id, content, is_reply) values ('{met}', '{wei}', 'Yes', true)`,
  ),
  // message_reactions
  refused('anon', 'reads reactions', 'select reaction from message_reactions'),
  read('newcomer', 'reads no reaction', 'select reaction from message_reactions', 0),
  read('wei', 'reads his own reaction', 'select reaction from message_reactions', 1),
  read('vera', 'reads the reaction to her message', 'select reaction from message_reactions', 1),
  read('omar', 'does not read reactions in others’ chat', 'select reaction from message_reactions', 0),
  refused('anon', 'reacts', react('vera.message', 'wei')),
  read('vera', 'reacts to the other’s message', react('wei.message', 'vera'), 1),
  read('vera', 'reacts to a message of her own', react('vera.message', 'vera'), 1),
  refused('vera', 'reacts in another’s name', react('wei.message', 'wei')),
  refused('omar', 'reacts in others’ chat', react('vera.message', 'omar')),
  refused('omar', 'reacts to what is no message', react('vera', 'omar')),
  refused('vera', 'reacts with a sign outside the list', react('wei.message', 'vera', 'fire'), '23514'),
  refused('wei', 'reacts twice to a message', react('vera.message', 'wei'), '23505'),
  read('wei', 'takes his reaction back', 'update message_reactions set reaction = null', 1),
  read('vera', 'does not change the other’s reaction', `update message_reactions set reaction = 'done'`, 0),
  refused('wei', 'gives his reaction away', `update message_reactions set profile_id = '{vera}'`),
  refused(
    'wei',
    'moves his reaction to another chat',
    `update message_reactions set message_id = '{omar.message}'`,
  ),
  refused('wei', 'names the chat of a reaction', `update message_reactions set session_id = '{other}'`),
  refused('wei', 'dates a reaction', `update message_reactions set changed_at = '2000-01-01'`),
  refused('wei', 'deletes a reaction', 'delete from message_reactions'),
  // hidden_messages
  refused('anon', 'reads what is hidden', 'select message_id from hidden_messages'),
  read('victor', 'reads what he has hidden', 'select message_id from hidden_messages', 1),
  read('omar', 'does not read that his message was hidden', 'select message_id from hidden_messages', 0),
  read(
    'victor',
    'no longer reads the hidden message',
    `select id from messages where id = '{omar.message}'`,
    0,
  ),
  read(
    'omar',
    'still reads the message that the other hid',
    `select id from messages where id = '{omar.message}'`,
    1,
  ),
  read('vera', 'hides the other’s message', hide('wei.message', 'vera'), 1),
  read('vera', 'hides a message of her own', hide('vera.message', 'vera'), 1),
  refused('vera', 'hides a message from another', hide('vera.message', 'wei')),
  refused('omar', 'hides a message of others’ chat', hide('vera.message', 'omar')),
  read('victor', 'shows the message again', 'delete from hidden_messages', 1),
  read('omar', 'does not show what the other hid', 'delete from hidden_messages', 0),
  refused(
    'victor',
    'hides something else instead',
    `update hidden_messages set message_id = '{victor.message}'`,
  ),
  // translation_reports
  refused('anon', 'reads reports of translations', 'select id from translation_reports'),
  read('wei', 'reads his own report of a translation', 'select id from translation_reports', 1),
  read('vera', 'does not read that her translation was reported', 'select id from translation_reports', 0),
  refused('anon', 'reports a translation', report('vera.message', 'wei', 'ar')),
  read('wei', 'reports a translation into another language', report('vera.message', 'wei', 'ar'), 1),
  read('vera', 'reports a translation of the other’s message', report('wei.message', 'vera'), 1),
  refused('wei', 'reports a translation twice', report('vera.message', 'wei'), '23505'),
  refused('wei', 'reports a translation into its own language', report('vera.message', 'wei', 'en'), '23514'),
  refused(
    'vera',
    'reports for a reason outside the list',
    report('wei.message', 'vera', 'zh', 'deepl', 'ugly'),
    '23514',
  ),
  refused(
    'vera',
    'names a provider in free words',
    report('wei.message', 'vera', 'zh', 'Buy lamps!'),
    '23514',
  ),
  refused('vera', 'reports a translation in another’s name', report('wei.message', 'wei', 'ar')),
  refused('omar', 'reports a translation of others’ chat', report('vera.message', 'omar'), '42501'),
  refused(
    'wei',
    'dates a report of a translation',
    `insert into translation_reports (reporter_id, message_id, target_language, created_at)
     values ('{wei}', '{vera.message}', 'ar', '2000-01-01')`,
  ),
  refused('wei', 'changes a report of a translation', `update translation_reports set reason = 'names'`),
  refused('wei', 'withdraws a report of a translation', 'delete from translation_reports'),
  refused('wei', 'reads the organiser’s list of translations', 'select id from translation_report_list'),
  read(
    'service_role',
    'reads the organiser’s list of translations',
    'select id from translation_report_list',
    1,
  ),
];
