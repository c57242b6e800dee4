import { expect, it } from 'vitest';
import type { LiveTable, SelectPolicy, TableRights } from './catalog.ts';
import { type Change, RowText } from './change.ts';
import { changePayload } from './payload.ts';

const COLUMNS = ['id', 'owner', 'note'].map((name) => ({
  name,
  type: 'text',
  baseType: 'text',
  sqlType: 'text',
}));

const TABLE: LiveTable = {
  oid: 1,
  schema: 'public',
  name: 'notes',
  columns: COLUMNS,
  key: COLUMNS.slice(0, 1),
  rowSecurity: true,
  wholePublished: true,
};

const OLD = { id: '1', owner: 'Amal', note: 'a' };

function oldRecord(
  type: 'UPDATE' | 'DELETE',
  row: object,
  policyColumns: SelectPolicy['columns'] | null,
): unknown {
  const text = (values: object) =>
    new RowText(new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])));
  const change: Change = {
    schema: 'public',
    table: 'notes',
    type,
    commitTimestamp: '2026-01-01T00:00:00.000Z',
    key: '["1"]',
    record: type === 'DELETE' ? null : text(row),
    old: text(OLD),
    wholeOld: true,
  };
  const policy = policyColumns && { condition: 'true', columns: policyColumns };
  const rights: TableRights = { whole: true, columns: new Set(), policy };
  const table = { ...TABLE, rowSecurity: policy !== null };
  return JSON.parse(changePayload(change, table, rights, null)).old_record;
}

it.each([
  ['an update without row-level security', 'UPDATE', { ...OLD, owner: 'Wei' }, null, OLD],
  ['an update of what no policy looks at', 'UPDATE', { ...OLD, note: 'b' }, new Set(['owner']), OLD],
  [
    'an update of what a policy looks at',
    'UPDATE',
    { ...OLD, owner: 'Wei' },
    new Set(['owner']),
    { id: '1' },
  ],
  ['an update where a policy takes the whole row', 'UPDATE', { ...OLD, note: 'b' }, 'all', { id: '1' }],
  ['a deletion without row-level security', 'DELETE', {}, null, OLD],
  ['a deletion under row-level security', 'DELETE', {}, new Set<string>(), { id: '1' }],
] as const)('the old row of %s', (_name, type, row, columns, told) => {
  expect(oldRecord(type, row, columns)).toEqual(told);
});
