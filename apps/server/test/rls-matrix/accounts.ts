import { type RlsCase, read, refused, type Who } from './rls-case.ts';

const CALLS = {
  'counts an account': `select account_size('{vera.user}')`,
  'asks whether an account has a password': `select account_has_password('{vera.user}')`,
  'lists the devices of an account': `select account_devices('{vera.user}')`,
  'records the export of an account': `select record_account_export('{vera.user}')`,
  'deletes an account': `select delete_account('{vera.user}')`,
};
const USERS: Who[] = ['anon', 'newcomer', 'vera', 'wei'];

/** Export and deletion of accounts: the functions `export-account` and `delete-account` alone. */
export const ACCOUNTS_RULES: RlsCase[] = [
  ...Object.entries(CALLS).flatMap(([does, sql]) => [
    ...USERS.map((who) => refused(who, does, sql)),
    read('service_role', does, sql, 1),
  ]),
  ...USERS.map((who) => refused(who, 'lists orphaned files', 'select name from orphaned_files()')),
  read('service_role', 'finds no orphaned file', 'select name from orphaned_files()', 0),
  refused('vera', 'lists her sessions past the policies', `select private.sessions_of('{vera.user}')`),
  refused('service_role', 'lists sessions of a user', `select private.sessions_of('{vera.user}')`),
];
