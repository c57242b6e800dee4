import { insertFile, insertMessage, type RlsCase, read, refused, type Who } from './rls-case.ts';

const insertNote = (author: string) =>
  `insert into chat_notes (session_id, author_id, language, text) values ('{team}', '{${author}}', 'en', 'Hello')`;
const insertTerm = (owner: string) =>
  `insert into glossary_terms (owner_id, term) values ('{${owner}}', 'Copper')`;
const insertCode = (vendor: string) =>
  `insert into booth_codes (vendor_id, label) values ('{${vendor}}', 'Lamps')`;
/** Asks as the server does: may one write to the chat's channel? */
const speak = `insert into realtime.messages (topic, extension, private) select 'session:{team}', 'broadcast', true
  from (select set_config('realtime.topic', 'session:{team}', true) as set) s where s.set is not null`;

const insertCard = (columns: string, values: string) =>
  `insert into scanned_cards (name${columns}) values ('Somebody'${values})`;
/** Keeps a card without saying whose it is. */
const keepCard = (owner: string, scannedBy: string) =>
  `with kept as (${insertCard('', '')} returning owner_id, scanned_by)
   select 1 from kept where owner_id = '{${owner}}' and scanned_by is not distinct from ${scannedBy}`;
const mergeCards = (kept: string, other: string) =>
  `select id from merge_scanned_cards('{${kept}}', array['{${other}}']::uuid[],
     array(select updated_at from scanned_cards), '{"name": "Merged"}')`;

/** What the booth's people see of it, and no other person. */
const OF_THE_BOOTH: ReadonlyArray<readonly [what: string, sql: string, rows: number]> = [
  ['the booth’s leads', `select person_id from leads where owner_id = '{boss}'`, 1],
  ['whom the booth met', `select person_id from lead_list where person_id = '{gila}'`, 1],
  ['the booth’s terms', `select id from glossary_terms where id = '{team.term}'`, 1],
  ['the booth’s codes', `select id from booth_codes where id = '{team.code}'`, 1],
  ['the scans of the booth’s codes', `select hour from booth_code_scans where code_id = '{team.code}'`, 1],
  ['notes beside the chat', `select id from chat_notes where session_id = '{team}'`, 2],
  ['the booth’s cards', `select id from scanned_cards where owner_id = '{boss}'`, 2],
  ['the team', `select id from booth_members where owner_id = '{boss}'`, 2],
  [
    'the figures of the booth’s chats',
    `select session_id from private.chat_facts where session_id = '{team}'`,
    1,
  ],
];
const TEAM: Who[] = ['boss', 'tara'];
const NOT_TEAM: Who[] = ['newcomer', 'guest', 'vera', 'wei', 'fred', 'gila'];

/** What is of the chat, and so the visitor's too. */
const OF_THE_CHAT: ReadonlyArray<readonly [what: string, sql: string, rows: number]> = [
  ['the booth’s chat', `select id from sessions where id = '{team}'`, 1],
  ['the messages of the booth’s chat', `select id from messages where session_id = '{team}'`, 2],
  ['the booth’s chat in the list', `select id from chat_list where id = '{team}'`, 1],
];

/** A booth's team: owner, member, former member, visitor, and outsiders. */
export const TEAM_RULES: RlsCase[] = [
  ...OF_THE_BOOTH.flatMap(([what, sql, rows]) => [
    ...TEAM.map((who) => read(who, `reads ${what}`, sql, rows)),
    ...NOT_TEAM.map((who) => read(who, `does not read ${what}`, sql, 0)),
  ]),
  ...OF_THE_CHAT.flatMap(([what, sql, rows]) => [
    ...[...TEAM, 'gila' as const].map((who) => read(who, `reads ${what}`, sql, rows)),
    ...NOT_TEAM.filter((who) => who !== 'gila').map((who) => read(who, `does not read ${what}`, sql, 0)),
  ]),
  ...['booth_members', 'chat_notes', 'booth_invitations'].map((table) =>
    refused('anon', `reads ${table}`, `select id from ${table}`),
  ),

  // Messages: each sender writes in their own name.
  read('tara', 'answers in the booth’s chat', insertMessage('team', 'tara'), 1),
  read('boss', 'answers in the booth’s chat', insertMessage('team', 'boss'), 1),
  read('gila', 'writes in her chat with a booth', insertMessage('team', 'gila'), 1),
  refused('tara', 'writes in the owner’s name', insertMessage('team', 'boss')),
  refused('boss', 'writes in a member’s name', insertMessage('team', 'tara')),
  refused('fred', 'writes in the chat of a booth that he left', insertMessage('team', 'fred')),
  refused('vera', 'writes in the chat of another’s booth', insertMessage('team', 'vera')),
  read(
    'fred',
    'changes a message that he wrote for the booth',
    `update messages set translated_content = 'x' where id = '{fred.message}'`,
    0,
  ),
  ...[...TEAM, 'gila' as const].map((who) =>
    read(who, 'speaks on the channel of the booth’s chat', speak, 1),
  ),
  ...NOT_TEAM.filter((who) => who !== 'gila').map((who) =>
    refused(who, 'speaks on the channel of a booth’s chat', speak),
  ),
  read('tara', 'adds a file to the booth’s chat', insertFile('{team}/voice.webm'), 1),
  refused('fred', 'adds a file to the chat of a booth that he left', insertFile('{team}/voice.webm')),

  // Rows of the booth are written with its id, by its people.
  read('tara', 'adds a term to the booth’s glossary', insertTerm('boss'), 1),
  refused('tara', 'adds a term of her own while she works at a booth', insertTerm('tara')),
  refused('fred', 'adds a term to the booth that he left', insertTerm('boss')),
  read('fred', 'adds a term of his own again', insertTerm('fred'), 1),
  read('tara', 'makes a code of the booth', insertCode('boss'), 1),
  refused('fred', 'makes a code of the booth that he left', insertCode('boss')),
  read('tara', 'opens a session of the booth', `insert into sessions (vendor_id) values ('{boss}')`, 1),
  refused(
    'fred',
    'opens a session of the booth that he left',
    `insert into sessions (vendor_id) values ('{boss}')`,
  ),
  read('tara', 'changes the booth’s lead', `update leads set rating = 5 where owner_id = '{boss}'`, 1),
  read(
    'fred',
    'changes no lead of the booth that he left',
    `update leads set rating = 5 where owner_id = '{boss}'`,
    0,
  ),
  refused(
    'tara',
    'names a member of another booth as the one who met a person',
    `update leads set met_by = '{vera}' where owner_id = '{boss}'`,
    'PT400',
  ),
  read(
    'tara',
    'blocks a visitor for the booth',
    `insert into blocks (blocker_id, blocked_id) values ('{boss}', '{gila}')`,
    1,
  ),
  refused(
    'fred',
    'blocks a visitor for the booth that he left',
    `insert into blocks (blocker_id, blocked_id) values ('{boss}', '{gila}')`,
  ),
  refused(
    'tara',
    'assigns a chat past the functions',
    `update sessions set assigned_to = '{tara}' where id = '{team}'`,
  ),

  // Cards are the booth's, and those of a person's own box stay theirs alone.
  read('tara', 'reads her own cards too', 'select id from scanned_cards', 3),
  ...(['boss', ...NOT_TEAM] as const).map((who) =>
    read(who, 'does not read a member’s own card', `select id from scanned_cards where id = '{own.card}'`, 0),
  ),
  read('tara', 'keeps a card for the booth', keepCard('boss', `'{tara}'`), 1),
  read('boss', 'keeps a card for his booth', keepCard('boss', `'{boss}'`), 1),
  read('fred', 'keeps a card of his own again', keepCard('fred', 'null'), 1),
  read('vera', 'keeps a card without staff', keepCard('vera', 'null'), 1),
  read('wei', 'keeps a card as a visitor', keepCard('wei', 'null'), 1),
  refused('newcomer', 'keeps a card without saying whose', insertCard('', '')),
  read(
    'tara',
    'keeps a card of her own, which no colleague has scanned',
    `with kept as (${insertCard(', owner_id, scanned_by', `, '{tara}', '{boss}'`)} returning scanned_by)
     select 1 from kept where scanned_by is null`,
    1,
  ),
  ...NOT_TEAM.flatMap((who) => [
    refused(who, 'keeps a card for another’s booth', insertCard(', owner_id', `, '{boss}'`)),
    // The refusal does not say who works there.
    ...['tara', 'vera'].map((scanner) =>
      refused(
        who,
        `keeps a card for another’s booth in the name of ${scanner}`,
        insertCard(', owner_id, scanned_by', `, '{boss}', '{${scanner}}'`),
      ),
    ),
    read(
      who,
      'changes no card of another’s booth',
      `update scanned_cards set note = 'x' where owner_id = '{boss}'`,
      0,
    ),
    read(who, 'deletes no card of another’s booth', `delete from scanned_cards where owner_id = '{boss}'`, 0),
    refused(who, 'merges cards of another’s booth', mergeCards('team.card', 'former.card'), 'PT409'),
  ]),
  refused(
    'tara',
    'puts a card into the owner of another booth’s box',
    insertCard(', owner_id', `, '{vera}'`),
  ),
  refused('boss', 'puts a card into a member’s own box', insertCard(', owner_id', `, '{tara}'`)),
  read('tara', 'says that a colleague scanned a card', insertCard(', scanned_by', `, '{boss}'`), 1),
  ...['fred', 'vera', 'gila'].map((scanner) =>
    refused(
      'tara',
      `says that ${scanner} scanned a card`,
      insertCard(', scanned_by', `, '{${scanner}}'`),
      'PT400',
    ),
  ),
  read(
    'tara',
    'changes the booth’s cards',
    `update scanned_cards set note = 'Call back', tags = array['lamps'] where owner_id = '{boss}'`,
    2,
  ),
  refused('tara', 'changes who scanned a card', `update scanned_cards set scanned_by = '{tara}'`),
  refused('tara', 'takes a card of the booth', `update scanned_cards set owner_id = '{tara}'`),
  read(
    'boss',
    'changes no member’s own card',
    `update scanned_cards set note = 'x' where id = '{own.card}'`,
    0,
  ),
  read('boss', 'deletes no member’s own card', `delete from scanned_cards where id = '{own.card}'`, 0),
  read(
    'tara',
    'deletes a card that another scanned',
    `delete from scanned_cards where id = '{former.card}'`,
    1,
  ),
  read('tara', 'merges the booth’s cards', mergeCards('team.card', 'former.card'), 1),
  refused('tara', 'merges a card of the booth into her own', mergeCards('own.card', 'former.card'), 'PT400'),
  refused(
    'tara',
    'merges her own card into one of the booth',
    mergeCards('former.card', 'own.card'),
    'PT400',
  ),
  refused('boss', 'merges with a member’s own card', mergeCards('team.card', 'own.card'), 'PT409'),
  ...TEAM.map((who) =>
    read(who, 'fills the booth’s badges', 'select 1 from match_badges() n where n = 1', 1),
  ),
  read('fred', 'fills no badge of the booth that he left', 'select 1 from match_badges() n where n > 0', 0),

  // Notes
  read('tara', 'writes a note', insertNote('tara'), 1),
  refused('tara', 'writes a note in another’s name', insertNote('boss')),
  refused('gila', 'writes a note beside her chat', insertNote('gila')),
  refused('fred', 'writes a note at the booth that he left', insertNote('fred')),
  refused('vera', 'writes a note at another’s booth', insertNote('vera')),
  read('tara', 'deletes her note', `delete from chat_notes where id = '{note}'`, 1),
  read('boss', 'does not delete another’s note', `delete from chat_notes where id = '{note}'`, 0),
  read('fred', 'deletes no note that he left', `delete from chat_notes where id = '{former}'`, 0),
  refused('tara', 'changes her note', `update chat_notes set text = 'x' where id = '{note}'`),
  refused(
    'tara',
    'attaches a translation that was not made',
    `select attach_note_translation('{note}', 'zh', '记下', 'openai')`,
    'PT403',
  ),
  refused(
    'fred',
    'attaches a translation to a note',
    `select attach_note_translation('{former}', 'zh', '记下', 'x')`,
    'PT404',
  ),

  // Invitations and members
  read('boss', 'reads his invitations', 'select id from booth_invitations', 1),
  ...(['tara', 'fred', 'gila', 'vera'] as const).map((who) =>
    read(who, 'reads no invitation of the owner', 'select id from booth_invitations', 0),
  ),
  refused('boss', 'reads the digest of a token', 'select token_digest from booth_invitations'),
  refused(
    'boss',
    'makes an invitation past the function',
    `insert into booth_invitations (owner_id, token_digest) values ('{boss}', 'x')`,
  ),
  refused(
    'fred',
    'makes himself a member',
    `insert into booth_members (owner_id, profile_id) values ('{boss}', '{fred}')`,
  ),
  refused('tara', 'marks herself away past the function', 'update booth_members set away_since = now()'),
  refused(
    'boss',
    'removes a member past the function',
    `delete from booth_members where profile_id = '{tara}'`,
  ),
  read('boss', 'invites', 'select token from create_booth_invitation()', 1),
  refused('tara', 'invites', 'select token from create_booth_invitation()', 'PT403'),
  refused('gila', 'invites', 'select token from create_booth_invitation()', 'PT403'),
  refused('boss', 'revokes what is not there', `select revoke_booth_invitation('{team}')`, 'PT404'),
  read('boss', 'revokes his invitation', `select revoke_booth_invitation('{invitation}')`, 1),
  refused(
    'tara',
    'revokes the owner’s invitation',
    `select revoke_booth_invitation('{invitation}')`,
    'PT404',
  ),
  read('anon', 'sees which booth invites', `select booth from booth_invitation('token')`, 1),
  refused('anon', 'accepts an invitation', `select accept_booth_invitation('token')`),
  read('fred', 'accepts an invitation', `select accept_booth_invitation('token')`, 1),
  refused('gila', 'accepts an invitation as a visitor', `select accept_booth_invitation('token')`, 'PT403'),
  refused('guest', 'accepts an invitation', `select accept_booth_invitation('token')`, 'PT403'),
  refused('tara', 'accepts another invitation', `select accept_booth_invitation('token')`, 'PT409'),
  refused('boss', 'accepts his own invitation', `select accept_booth_invitation('token')`, 'PT409'),
  read('boss', 'removes a member', `select remove_booth_member('{tara}')`, 1),
  read('tara', 'leaves', `select remove_booth_member('{tara}')`, 1),
  refused('tara', 'removes the owner', `select remove_booth_member('{boss}')`, 'PT403'),
  refused(
    'fred',
    'removes a member of the booth that he left',
    `select remove_booth_member('{tara}')`,
    'PT404',
  ),
  refused('vera', 'removes a member of another’s booth', `select remove_booth_member('{tara}')`, 'PT404'),

  // The shared inbox
  ...(
    [
      ['claims', `select claim_chat('{team}')`],
      ['takes over', `select claim_chat('{team}', true)`],
      ['hands over', `select hand_over_chat('{team}', '{tara}', 'Please')`],
      ['releases', `select release_chat('{team}')`],
    ] as const
  ).flatMap(([does, sql]) => [
    refused('anon', `${does} a chat`, sql),
    ...TEAM.map((who) => read(who, `${does} a chat of the booth`, sql, 1)),
    ...NOT_TEAM.map((who) => refused(who, `${does} no chat of the booth`, sql, 'PT404')),
  ]),
  refused('tara', 'hands a chat to a former member', `select hand_over_chat('{team}', '{fred}')`, 'PT404'),
  read('tara', 'marks herself away', 'select set_away(true)', 1),
  refused('fred', 'marks himself away', 'select set_away(true)', 'PT404'),
  refused('anon', 'asks for her booth', 'select my_booth()'),
  read('tara', 'asks for her booth', `select my_booth() where my_booth() ->> 'id' = '{boss}'`, 1),
  read('fred', 'asks for his booth', `select my_booth() where my_booth() ->> 'id' = '{fred}'`, 1),
];
