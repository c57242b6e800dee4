import { insertMessage, type RlsCase, read, refused } from './rls-case.ts';

const insertProfile = (user: string, role = 'visitor') =>
  `insert into profiles (user_id, role, name) values ('{${user}.user}', '${role}', 'Somebody')`;

export const PEOPLE_RULES: RlsCase[] = [
  // profiles: select
  refused('anon', 'reads profiles', 'select id from profiles'),
  read('newcomer', 'reads no card as a whole', 'select id from profiles', 0),
  read('newcomer', 'reads who the vendors are', 'select name from shared_profiles', 5),
  read(
    'newcomer',
    'reads no way to reach a vendor',
    'select id from shared_profiles where coalesce(email, phone, whatsapp, wechat) is not null',
    0,
  ),
  read('vera', 'reads herself, vendors and the visitor she met', 'select id from profiles', 6),
  read('vera', 'reads the e-mail of the visitor she met', `select email from profiles where id = '{wei}'`, 1),
  read('vera', 'does not read a visitor she has not met', `select id from profiles where id = '{omar}'`, 0),
  read(
    'victor',
    'does not read a visitor of another vendor',
    `select id from profiles where id = '{wei}'`,
    0,
  ),
  read('wei', 'reads himself and all vendors', 'select id from profiles', 6),
  read('wei', 'does not read another visitor', `select id from profiles where id = '{omar}'`, 0),
  read('service_role', 'reads everybody', 'select id from profiles', 9),
  // profiles: insert, update, delete
  refused('anon', 'creates a profile', insertProfile('newcomer')),
  read('newcomer', 'creates a profile of one’s own', insertProfile('newcomer'), 1),
  refused('newcomer', 'creates a profile for another user', insertProfile('vera')),
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
  read('guest', 'reads themselves and all vendors', 'select id from profiles', 6),
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
];
