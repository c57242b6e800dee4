import { type RlsCase, read, refused, type Who } from './rls-case.ts';

const insertMail = `insert into follow_ups (owner_id, person_id, sent_by, subject, text)
  values ('{boss}', '{gila}', '{tara}', 'Thanks', 'Hello')`;
const TEAM: Who[] = ['boss', 'tara', 'service_role'];
const OTHERS: Who[] = ['newcomer', 'guest', 'vera', 'wei', 'fred', 'gila'];

/** Follow-ups of a booth's team, and the people who want none. */
export const FOLLOW_UPS_RULES: RlsCase[] = [
  ...TEAM.map((who) => read(who, 'reads the booth’s follow-ups', 'select subject from follow_ups', 1)),
  ...OTHERS.map((who) => read(who, 'reads no follow-ups of a booth', 'select subject from follow_ups', 0)),
  refused('anon', 'reads follow-ups', 'select id from follow_ups'),
  ...(['boss', 'tara', 'service_role', 'fred', 'anon'] as const).map((who) =>
    refused(who, 'adds a follow-up past the server', insertMail),
  ),
  refused('tara', 'sends a follow-up again', 'update follow_ups set due_at = now()'),
  refused('boss', 'deletes the record of follow-ups', 'delete from follow_ups'),

  ...[...TEAM, 'gila' as const].map((who) =>
    read(who, 'reads who wants no follow-ups', 'select person_id from follow_up_opt_outs', 1),
  ),
  ...(['newcomer', 'vera', 'fred', 'wei'] as const).map((who) =>
    read(who, 'does not read who wants no follow-ups', 'select person_id from follow_up_opt_outs', 0),
  ),
  refused('anon', 'reads who wants no follow-ups', 'select person_id from follow_up_opt_outs'),
  refused('boss', 'takes it back that a person wants none', 'delete from follow_up_opt_outs'),
  refused(
    'wei',
    'leaves himself out past the server',
    `insert into follow_up_opt_outs (owner_id, person_id) values ('{vera}', '{wei}')`,
  ),

  read(
    'tara',
    'finds no person whose address is not confirmed',
    `select 1 from follow_up_people() where obstacle is null`,
    0,
  ),
  read(
    'tara',
    'sees who unsubscribed',
    `select 1 from follow_up_people() where obstacle = 'unsubscribed'`,
    1,
  ),
  read('vera', 'sees whom she met', `select 1 from follow_up_people() where person_id = '{wei}'`, 1),
  read('victor', 'sees no person who withholds the address', 'select 1 from follow_up_people()', 0),
  read('wei', 'has no people to mail as a visitor', 'select 1 from follow_up_people()', 0),
  read('fred', 'has no people of the booth that he left', 'select 1 from follow_up_people()', 0),
  refused('anon', 'asks for people to mail', 'select 1 from follow_up_people()'),
];
