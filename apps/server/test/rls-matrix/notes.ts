import { type RlsCase, read, refused } from './rls-case.ts';

const insertCard = (owner: string, more = '', values = '') =>
  `insert into scanned_cards (owner_id, name${more}) values ('{${owner}}', 'Somebody'${values})`;

const mergeCards = (kept: string, other: string, seen = `array(select updated_at from scanned_cards)`) =>
  `select id from merge_scanned_cards('{${kept}}', array['{${other}}']::uuid[], ${seen}, '{"name": "Merged"}')`;

const insertLead = (owner: string, person: string, more = '', values = '') =>
  `insert into leads (owner_id, person_id${more}) values ('{${owner}}', '{${person}}'${values})`;

const insertExport = (owner: string, more = '', values = '') =>
  `insert into lead_exports (owner_id, format, scope, people, read_until${more})
   values ('{${owner}}', 'csv', 'all', 1, now()${values})`;

const setQuestions = (questions: string) => `update lead_questionnaires set questions = '${questions}'`;

export const NOTES_RULES: RlsCase[] = [
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
  read('service_role', 'reads every card', 'select id from scanned_cards', 6),
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
  read('service_role', 'reads every lead', 'select note from leads', 3),
  refused('anon', 'lists people met', 'select person_id from lead_list'),
  read('newcomer', 'lists no one as met', 'select person_id from lead_list', 0),
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
  refused('vera', 'moves a note to another user', `update leads set person_id = '{victor}'`),
  read('wei', 'cannot change others’ lead', `update leads set note = 'Mine' where owner_id = '{vera}'`, 0),
  refused('anon', 'changes leads', `update leads set note = 'Mine'`),
  read('vera', 'deletes her lead', 'delete from leads', 1),
  read('wei', 'cannot delete others’ lead', `delete from leads where owner_id = '{vera}'`, 0),
  refused('anon', 'deletes leads', 'delete from leads'),
  read('vera', 'counts her tags', 'select tag from lead_tags()', 1),
  read('victor', 'counts no one else’s tags', 'select tag from lead_tags()', 0),
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
  read(
    'vera',
    'says when something was exported by her device’s clock',
    insertExport('vera', ', exported_at', ', now()'),
    1,
  ),
  refused('vera', 'alters the record of exports', 'update lead_exports set people = 0'),
  refused('vera', 'deletes the record of exports', 'delete from lead_exports'),
  refused('service_role', 'alters the record of exports', 'update lead_exports set people = 0'),
  refused('service_role', 'deletes the record of exports', 'delete from lead_exports'),
];
