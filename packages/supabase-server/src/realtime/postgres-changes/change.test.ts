import { describe, expect, it } from 'vitest';
import { parseChange } from './change.ts';

const HEADER =
  '{"at": "2026-01-02T03:04:05.678901", "key": {"id": 9007199254740993}, "type": "UPDATE", "table": "stands", "schema": "public"}';

describe('parseChange', () => {
  it('reads header, new row and old row, digit by digit', () => {
    const change = parseChange(
      `${HEADER}\n{"id": 9007199254740993, "name": "a\\nb"}\n{"id": 9007199254740993}`,
    );
    expect(change).toMatchObject({
      schema: 'public',
      table: 'stands',
      type: 'UPDATE',
      commitTimestamp: '2026-01-02T03:04:05.678Z',
      key: '{"id": 9007199254740993}',
      large: false,
      wholeOld: false,
    });
    expect(change.record?.fields().get('id')).toBe('9007199254740993');
    expect(change.old?.json).toBe('{"id": 9007199254740993}');
    expect(change.record?.only((name) => name === 'name')).toBe('{"name":"a\\nb"}');
  });

  it('has no rows where the trigger gave none', () => {
    const change = parseChange(`${HEADER.replace('"type"', '"large": true, "type"')}\n\n`);
    expect(change).toMatchObject({ large: true, record: null, old: null });
  });

  it('has no key when the trigger could not send it', () => {
    expect(parseChange(`${HEADER.replace(/"key": \{.*?\}, /, '')}\n\n`).key).toBeNull();
  });

  it.each(['', 'hello', `${HEADER}\n{}`, '{}\n\n', `${HEADER.replace('UPDATE', 'TRUNCATE')}\n\n`])(
    'refuses %s',
    (payload) => {
      expect(() => parseChange(payload)).toThrow(SyntaxError);
    },
  );
});
