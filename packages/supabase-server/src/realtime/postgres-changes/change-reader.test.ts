import { describe, expect, it } from 'vitest';
import { SILENT_DELETES } from '../../db/silent-deletes.ts';
import { createChangeReader } from './change-reader.ts';
import { begin, insert, logMessage, relation, remove } from './testing/stream-messages.ts';

function read(messages: readonly Buffer[], concerns = (_schema: string, _table: string) => true) {
  let relations = 0;
  const reader = createChangeReader({
    concerns,
    onRelation: () => {
      relations += 1;
    },
  });
  const changes = messages.flatMap((message) => reader(message) ?? []);
  return { changes, relations };
}

const STANDS = relation(7, 'stands', ['id'], ['id']);
const HALLS = relation(8, 'halls', ['id'], ['id']);

describe('createChangeReader', () => {
  it('gives changes with their transaction', () => {
    const { changes, relations } = read([
      begin(41),
      STANDS,
      insert(7, ['1']),
      begin(42, 1_000_000n),
      insert(7, ['2']),
    ]);
    expect(changes.map(({ xid, commitTimestamp, change }) => [xid, commitTimestamp, change.kind])).toEqual([
      [41, '2000-01-01T00:00:00.000Z', 'insert'],
      [42, '2000-01-01T00:00:01.000Z', 'insert'],
    ]);
    expect(relations).toBe(1);
  });

  it('leaves out tables that no subscriber wants', () => {
    const { changes } = read(
      [begin(41), STANDS, HALLS, insert(7, ['1']), insert(8, ['1'])],
      (schema, table) => schema === 'public' && table === 'halls',
    );
    expect(changes.map(({ relation: { name } }) => name)).toEqual(['halls']);
  });

  it('leaves out the deletes that their transaction has named, and those alone', () => {
    const { changes } = read([
      begin(41),
      logMessage(SILENT_DELETES, 'public.stands,public.other'),
      STANDS,
      HALLS,
      remove(7, ['K', ['1']]),
      insert(7, ['2']),
      remove(8, ['K', ['1']]),
      begin(42),
      remove(7, ['K', ['3']]),
    ]);
    expect(changes.map(({ xid, relation: { name }, change }) => [xid, name, change.kind])).toEqual([
      [41, 'stands', 'insert'],
      [41, 'halls', 'delete'],
      [42, 'stands', 'delete'],
    ]);
  });

  it('passes over messages of other programs and tables that were not described', () => {
    const { changes } = read([begin(41), logMessage('other', 'public.stands'), remove(7, ['K', ['1']])]);
    expect(changes).toEqual([]);
  });
});
