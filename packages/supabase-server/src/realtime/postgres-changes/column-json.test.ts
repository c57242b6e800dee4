import { describe, expect, it } from 'vitest';
import { columnJson } from './column-json.ts';

describe('columnJson', () => {
  it.each([
    ['int8', '9007199254740993', '9007199254740993'],
    ['numeric', '0.10000000000000000000001', '0.10000000000000000000001'],
    ['numeric', 'NaN', '"NaN"'],
    ['float8', '-Infinity', '"-Infinity"'],
    ['float8', '1e+20', '1e+20'],
    ['bool', 't', 'true'],
    ['bool', 'f', 'false'],
    ['text', 'say "您好"\n', '"say \\"您好\\"\\n"'],
    ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
    ['jsonb', '{"a": [1]}', '{"a": [1]}'],
    ['timestamptz', '2026-01-02 03:04:05.678901+00', '"2026-01-02T03:04:05.678901+00:00"'],
    ['timestamptz', '0044-03-15 00:00:00+00 BC', '"0044-03-15T00:00:00+00:00 BC"'],
    ['timestamptz', 'infinity', '"infinity"'],
    ['timestamp', '2026-01-02 03:04:05', '"2026-01-02T03:04:05"'],
    ['date', '2026-01-02', '"2026-01-02"'],
    ['_int4', '{1,NULL,3}', '[1,null,3]'],
    ['_int4', '{{1,2},{3,4}}', '[[1,2],[3,4]]'],
    ['_int4', '[0:1]={1,2}', '[1,2]'],
    ['_text', '{a,"b,c","d\\"e",NULL,"NULL",""}', '["a","b,c","d\\"e",null,"NULL",""]'],
    ['_jsonb', '{"{\\"a\\": 1}"}', '[{"a": 1}]'],
    ['_text', '{}', '[]'],
    ['stand_state', 'open', '"open"'],
  ])('of %s %s', (type, text, json) => {
    expect(columnJson(text, type)).toBe(json);
    expect(() => JSON.parse(columnJson(text, type))).not.toThrow();
  });

  it('of null', () => {
    expect(columnJson(null, 'text')).toBe('null');
  });
});
