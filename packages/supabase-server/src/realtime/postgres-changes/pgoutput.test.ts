import { describe, expect, it } from 'vitest';
import { readMessage, relationOfChange } from './pgoutput.ts';
import { begin, insert, logMessage, relation, remove, update } from './testing/stream-messages.ts';

describe('readMessage', () => {
  it('reads the beginning of a transaction', () => {
    expect(readMessage(begin(4_294_967_295, 820_551_845_678_901n))).toEqual({
      kind: 'begin',
      xid: 4_294_967_295,
      commitTimestamp: '2026-01-01T03:04:05.678Z',
    });
  });

  it('reads a table with its replica identity', () => {
    expect(readMessage(relation(7, 'stands', ['id', 'hall'], ['id']))).toEqual({
      kind: 'relation',
      relation: {
        id: 7,
        schema: 'public',
        name: 'stands',
        identity: 'd',
        columns: [
          { name: 'id', inIdentity: true },
          { name: 'hall', inIdentity: false },
        ],
      },
    });
  });

  it('reads rows of every script, null, and values that were not sent', () => {
    expect(readMessage(insert(7, ['1', '展台 مرحبا 🤝', null]))).toEqual({
      kind: 'insert',
      relationId: 7,
      row: ['1', '展台 مرحبا 🤝', null],
    });
    expect(readMessage(update(7, ['1', undefined]))).toEqual({
      kind: 'update',
      relationId: 7,
      old: null,
      row: ['1', undefined],
    });
    expect(readMessage(update(7, ['2', 'b'], ['O', ['1', 'a']]))).toEqual({
      kind: 'update',
      relationId: 7,
      old: { whole: true, values: ['1', 'a'] },
      row: ['2', 'b'],
    });
    expect(readMessage(remove(7, ['K', ['1', null]]))).toEqual({
      kind: 'delete',
      relationId: 7,
      old: { whole: false, values: ['1', null] },
    });
  });

  it('reads a message of a program', () => {
    expect(readMessage(logMessage('fair', 'a,b'))).toEqual({
      kind: 'message',
      prefix: 'fair',
      content: 'a,b',
    });
  });

  it.each(['C', 'Y', 'O', 'T'])('passes over %s', (letter) => {
    expect(readMessage(Buffer.from(`${letter}rest`))).toEqual({ kind: 'other' });
  });

  it.each([
    insert(7, ['1', 'text']).subarray(0, -1),
    relation(7, 'stands', ['id'], ['id']).subarray(0, 12),
    begin(1).subarray(0, 10),
    Buffer.alloc(0),
  ])('refuses a message that is cut off', (message) => {
    expect(() => readMessage(message)).toThrow(RangeError);
  });
});

it('relationOfChange finds the table of changes alone', () => {
  expect(relationOfChange(insert(7, ['1']))).toBe(7);
  expect(relationOfChange(remove(8, ['K', ['1']]))).toBe(8);
  expect(relationOfChange(begin(1))).toBeNull();
});
