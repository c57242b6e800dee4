import { describe, expect, it } from 'vitest';
import type { LiveTable } from './catalog.ts';
import { readChange } from './change.ts';
import { type Relation, readMessage, type StreamMessage } from './pgoutput.ts';
import { insert, relation, remove, update } from './testing/stream-messages.ts';

const COLUMNS = [
  { name: 'id', type: 'int8' },
  { name: 'name', type: 'text' },
].map(({ name, type }) => ({ name, type, baseType: type, sqlType: type }));

const TABLE: LiveTable = {
  oid: 1,
  schema: 'public',
  name: 'stands',
  columns: COLUMNS,
  key: COLUMNS.slice(0, 1),
  rowSecurity: true,
  wholePublished: true,
};

/** With a column that the catalogue does not know any more. */
function relationOf(identity: 'd' | 'f'): Relation {
  const read = readMessage(relation(7, 'stands', ['id', 'name', 'gone'], ['id'], identity));
  if (read.kind !== 'relation') throw new Error('no relation');
  return read.relation;
}

function read(message: Buffer, identity: 'd' | 'f' = 'd', table = TABLE) {
  return readChange(
    {
      relation: relationOf(identity),
      commitTimestamp: '2026-01-02T03:04:05.678Z',
      change: readMessage(message) as Extract<StreamMessage, { kind: 'insert' | 'update' | 'delete' }>,
    },
    table,
  );
}

describe('readChange', () => {
  it('reads a new row, digit by digit, without columns that are gone', () => {
    const change = read(insert(7, ['9007199254740993', 'a\nb', 'x']));
    expect(change).toMatchObject({
      schema: 'public',
      table: 'stands',
      type: 'INSERT',
      commitTimestamp: '2026-01-02T03:04:05.678Z',
      key: '["9007199254740993"]',
      old: null,
      wholeOld: false,
    });
    expect(change.record?.json).toBe('{"id":9007199254740993,"name":"a\\nb"}');
    expect(change.record?.only((name) => name === 'name')).toBe('{"name":"a\\nb"}');
  });

  it('takes the new row for the key of an update that leaves it', () => {
    const change = read(update(7, ['1', 'b', null]));
    expect([change.old?.fields().get('id'), change.wholeOld]).toEqual(['1', false]);
  });

  it('has the earlier key of an update that changes it', () => {
    const change = read(update(7, ['2', 'b', null], ['K', ['1', null, null]]));
    expect([change.key, change.old?.json]).toEqual(['["2"]', '{"id":1}']);
  });

  it('takes a large value that was not sent from the whole old row, and lacks it else', () => {
    const whole = read(update(7, ['1', undefined, null], ['O', ['1', 'long', null]]), 'f');
    expect([whole.record?.json, whole.wholeOld]).toEqual(['{"id":1,"name":"long"}', true]);
    expect(read(update(7, ['1', undefined, null])).record?.json).toBe('{"id":1}');
  });

  it('knows of a deleted row what the replica identity holds', () => {
    expect(read(remove(7, ['K', ['1', null, null]]))).toMatchObject({ key: '["1"]', record: null });
    expect(read(remove(7, ['K', ['1', null, null]])).old?.json).toBe('{"id":1}');
    expect(read(remove(7, ['O', ['1', null, null]]), 'f').old?.json).toBe('{"id":1,"name":null}');
  });

  it('has no key where the table has none, or the stream did not carry it', () => {
    expect(read(insert(7, ['1', 'a', null]), 'd', { ...TABLE, key: [] }).key).toBeNull();
    expect(read(update(7, [undefined, 'a', null])).key).toBeNull();
  });
});
