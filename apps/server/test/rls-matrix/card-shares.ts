import { type RlsCase, read, refused } from './rls-case.ts';

const share = (person: string | null, withhold: string) =>
  `select share_card(${person ? `'{${person}}'` : 'null'}, withhold => array['${withhold}'])`;

export const CARD_SHARES_RULES: RlsCase[] = [
  // what others read: profiles whole or not at all, shared_profiles without what is withheld
  read(
    'victor',
    'does not read the row of which something is withheld',
    `select id from profiles where id = '{omar}'`,
    0,
  ),
  read(
    'victor',
    'reads what is left of it',
    `select id from shared_profiles where id = '{omar}' and name = 'omar'`,
    1,
  ),
  read(
    'victor',
    'reads null for what is withheld',
    `select id from shared_profiles where id = '{omar}' and email is null`,
    1,
  ),
  read(
    'victor',
    'does not find it by what is withheld',
    `select id from shared_profiles where email = 'omar'`,
    0,
  ),
  read('victor', 'does not find it by a pattern', `select id from shared_profiles where email like 'o%'`, 0),
  read(
    'victor',
    'does not find it in the people met',
    `select person_id from lead_list where email = 'omar'`,
    0,
  ),
  read(
    'victor',
    'finds them there by name',
    `select person_id from lead_list where search like '%omar%' and email is null`,
    1,
  ),
  read(
    'victor',
    'notes something about a person who withholds',
    `insert into leads (owner_id, person_id) values ('{victor}', '{omar}')`,
    1,
  ),
  read(
    'victor',
    'sees their name in the list of chats',
    `select id from chat_list where visitor ->> 'name' = 'omar'`,
    1,
  ),
  read('omar', 'reads his own row', `select id from profiles where id = '{omar}' and email = 'omar'`, 1),
  read(
    'omar',
    'reads all of himself',
    `select id from shared_profiles where id = '{omar}' and email = 'omar'`,
    1,
  ),
  refused('anon', 'reads shared profiles', 'select id from shared_profiles'),
  read('newcomer', 'reads shared profiles of vendors only', 'select id from shared_profiles', 5),
  read(
    'vera',
    'reads herself, vendors and the visitor she met, as shared',
    'select id from shared_profiles',
    6,
  ),
  read('wei', 'reads himself and all vendors, as shared', 'select id from shared_profiles', 6),
  read('guest', 'reads no one else’s sharing', "select id from shared_profiles where role = 'visitor'", 1),
  refused(
    'wei',
    'writes to shared profiles',
    `update shared_profiles set name = 'Mallory' where id = '{wei}'`,
    '55000',
  ),
  read(
    'vera',
    'reads the e-mail of a visitor who withholds it from another vendor only',
    `select id from shared_profiles where id = '{wei}' and email = 'wei'`,
    1,
  ),
  // the choices themselves
  read('omar', 'reads what he shares', `select withheld from card_shares where viewer_id = '{victor}'`, 1),
  read(
    'victor',
    'does not read what is withheld from him',
    `select withheld from card_shares where owner_id = '{omar}'`,
    0,
  ),
  refused('anon', 'reads what is shared', 'select withheld from card_shares'),
  refused('omar', 'writes what is withheld past the record', `update card_shares set withheld = '{}'`),
  refused('victor', 'lifts what is withheld from him', `delete from card_shares where owner_id = '{omar}'`),
  refused(
    'omar',
    'writes a row of his own',
    `insert into card_shares (owner_id, viewer_id) values ('{omar}', '{vera}')`,
  ),
  read('wei', 'reads his default', 'select withheld from card_share_defaults', 1),
  read('vera', 'does not read others’ defaults', 'select withheld from card_share_defaults', 0),
  refused('wei', 'writes his default past the record', `update card_share_defaults set withheld = '{}'`),
  read('omar', 'reads the record of what he shared', 'select id from card_share_history', 1),
  read('guest', 'reads no other’s record', 'select id from card_share_history', 0),
  refused('omar', 'changes the record', `update card_share_history set shared = '{}'`),
  refused('omar', 'deletes the record', 'delete from card_share_history'),
  refused(
    'omar',
    'adds to the record',
    `insert into card_share_history (owner_id, reason, shared, withheld) values ('{omar}', 'choice', '{}', '{}')`,
  ),
  refused('service_role', 'changes the record', `update card_share_history set shared = '{}'`),
  refused('service_role', 'deletes the record', 'delete from card_share_history'),
  // share_card
  read('wei', 'withholds his phone from a vendor', share('vera', 'phone'), 1),
  read('wei', 'withholds something from a vendor whom he has not met yet', share('victor', 'phone'), 1),
  read('vera', 'withholds her phone from the visitor she met', share('wei', 'phone'), 1),
  read('guest', 'withholds by default', share(null, 'company'), 1),
  refused('vera', 'chooses for a visitor whom she has not met', share('omar', 'phone'), 'PT404'),
  refused('wei', 'withholds from himself', share('wei', 'phone'), 'PT404'),
  refused('wei', 'withholds his name', share('vera', 'name'), 'PT400'),
  refused('newcomer', 'shares without a profile', share('vera', 'phone'), 'PT403'),
  refused('anon', 'shares a card', share('vera', 'phone')),
  // share_card_with_all
  read('wei', 'makes his default hold for everybody', 'select share_card_with_all()', 1),
  refused('newcomer', 'shares with everybody without a profile', 'select share_card_with_all()', 'PT403'),
  refused('anon', 'shares with everybody', 'select share_card_with_all()'),
  // profile_changes says that there is something to read again, to those who see the profile
  refused('omar', 'tells of a change himself', `insert into profile_changes (profile_id) values ('{omar}')`),
  refused('anon', 'reads of changes', 'select profile_id from profile_changes'),
];
