import { type RlsCase, read, refused } from './rls-case.ts';

const insertExport = (owner: string, kind: string, more = '', values = '') =>
  `insert into data_exports (owner_id, kind, format${more}) values ('{${owner}}', '${kind}', 'csv'${values})`;

/** The record of an account's exports. vera's export of leads has put a line into it. */
export const DATA_EXPORTS_RULES: RlsCase[] = [
  refused('anon', 'reads the record', 'select id from data_exports'),
  read('newcomer', 'reads no record', 'select id from data_exports', 0),
  read('vera', 'reads her record, which has her export of leads', 'select id from data_exports', 1),
  read('victor', 'does not read another’s record', 'select id from data_exports', 0),
  read('service_role', 'reads every record', 'select id from data_exports', 1),
  read('vera', 'records an export of figures', insertExport('vera', 'analytics'), 1),
  read('wei', 'records an export of cards', insertExport('wei', 'cards', ', items', ', 3'), 1),
  refused('wei', 'records an export in another’s name', insertExport('vera', 'cards')),
  refused('newcomer', 'records an export without a profile', insertExport('vera', 'cards')),
  refused('anon', 'records an export', insertExport('vera', 'cards')),
  refused('vera', 'makes up an export of leads', insertExport('vera', 'leads')),
  refused('vera', 'makes up an export of her account', insertExport('vera', 'account')),
  refused('vera', 'invents a kind', insertExport('vera', 'everything'), '42501'),
  refused('vera', 'says when it was', insertExport('vera', 'cards', ', created_at', `, '2020-01-01'`)),
  read(
    'vera',
    'says when it was by her device’s clock',
    insertExport('vera', 'cards', ', exported_at', ', now()'),
    1,
  ),
  refused('vera', 'says with which browser', insertExport('vera', 'cards', ', user_agent', `, 'None'`)),
  refused('vera', 'counts less than nothing', insertExport('vera', 'cards', ', items', ', -1'), '23514'),
  refused('vera', 'alters the record', 'update data_exports set items = 0'),
  refused('vera', 'deletes the record', 'delete from data_exports'),
  refused('service_role', 'adds to the record', insertExport('vera', 'cards')),
  refused('service_role', 'alters the record', 'update data_exports set items = 0'),
  refused('service_role', 'deletes the record', 'delete from data_exports'),
];
