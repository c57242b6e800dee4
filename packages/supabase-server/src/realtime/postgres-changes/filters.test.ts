import { describe, expect, it } from 'vitest';
import { FilterError, parseFilter } from './filter-syntax.ts';
import { compileFilter, valueKey } from './filters.ts';

/**
 * Checks whether a row whose only column `c`, of the given type, holds `value` passes `c=<rest>`.
 */
function passes(type: string, rest: string, value: unknown): boolean {
  const [condition] = parseFilter(`c=${rest}`);
  if (!condition) throw new Error('no condition');
  return compileFilter(condition, type).matches(
    typeof value === 'bigint' ? String(value) : JSON.stringify(value),
  );
}

describe('filters', () => {
  it.each([
    // numbers compare as numbers, to the last digit
    ['int4', 'eq.10', 10, true],
    ['int4', 'eq.10', 9, false],
    ['int4', 'gt.9', 10, true],
    ['int4', 'lt.10', 9, true],
    ['int4', 'gt.-2', -10, false],
    ['int8', 'eq.9007199254740993', 9007199254740993n, true],
    ['int8', 'eq.9007199254740992', 9007199254740993n, false],
    ['int8', 'lt.9007199254740993', 9007199254740992n, true],
    ['numeric', 'eq.1.50', 1.5, true],
    ['numeric', 'gte.0.1', 0.1, true],
    ['numeric', 'gt.1e3', 1000.01, true],
    ['numeric', 'lt.1e999999', 5, true],
    ['numeric', 'gt.0.05', 0.5, true],
    ['float8', 'lt.Infinity', 1, true],
    ['float8', 'gt.5', 'NaN', true],
    ['float8', 'eq.NaN', 'NaN', true],
    ['int4', 'in.(1,2,3)', 2, true],
    ['int4', 'in.(1,2,3)', 4, false],
    ['int4', 'not.in.(1,2,3)', 4, true],
    // text
    ['text', 'eq.vendor', 'vendor', true],
    ['text', 'eq.vendor', 'Vendor', false],
    ['text', 'neq.vendor', 'visitor', true],
    ['text', 'lt.b', 'a', true],
    ['text', 'gte.b', 'b', true],
    ['text', 'eq.', '', true],
    ['text', 'in.(en,zh,ar)', 'zh', true],
    ['bpchar', 'eq.ab', 'ab   ', true],
    ['citext', 'eq.HALL', 'hall', true],
    // patterns
    ['text', 'like.Hello%', 'Hello there', true],
    ['text', 'like.hello%', 'Hello there', false],
    ['text', 'ilike.hello%', 'Hello\nthere', true],
    ['text', 'like.h_llo', 'hallo', true],
    ['text', 'like.h_llo', 'haallo', false],
    ['text', 'like._', '🤝', true],
    ['text', 'like.50\\%', '50%', true],
    ['text', 'like.50\\%', '500', false],
    ['text', 'like.a.c', 'abc', false],
    ['text', 'match.^h[ae]llo', 'hello there', true],
    ['text', 'match.HELLO', 'hello', false],
    ['text', 'imatch.HELLO', 'oh hello', true],
    ['text', 'not.match.^x', 'hello', true],
    // bool, uuid, labels
    ['bool', 'eq.t', true, true],
    ['bool', 'eq.false', true, false],
    ['bool', 'is.true', true, true],
    ['bool', 'is.false', true, false],
    ['bool', 'not.is.true', null, true],
    ['uuid', 'eq.A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', true],
    ['uuid', 'eq.a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', false],
    ['stand_state', 'eq.open', 'open', true],
    ['stand_state', 'in.(open,closed)', 'away', false],
    // moments, however written
    ['timestamptz', 'eq.2026-01-02T10:00:00Z', '2026-01-02T12:00:00+02:00', true],
    ['timestamptz', 'gt.2026-01-02 10:00:00.000001+00', '2026-01-02T10:00:00.000002+00:00', true],
    ['timestamptz', 'lt.infinity', '2026-01-02T10:00:00+00:00', true],
    ['timestamptz', 'gte.2026-01-02', '2026-01-02T00:00:00+00:00', true],
    ['timestamp', 'eq.2026-01-02T10:00:00+05', '2026-01-02T10:00:00', true],
    ['timestamp', 'lt.2026-01-02T10:00', '2026-01-02T09:59:59.999999', true],
    ['date', 'gt.2025-12-31', '2026-01-01', true],
    ['date', 'eq.2026-01-01T23:00:00', '2026-01-01', true],
  ] as const)('%s %s on %s: %s', (type, filter, value, expected) => {
    expect(passes(type, filter, value)).toBe(expected);
  });

  it.each([
    ['eq.1', false],
    ['not.eq.1', false],
    ['neq.1', false],
    ['in.(1)', false],
    ['not.in.(1)', false],
    ['lt.1', false],
    ['is.null', true],
    ['not.is.null', false],
    ['isdistinct.1', true],
    ['not.isdistinct.1', false],
    ['isdistinct.null', false],
    ['not.isdistinct.null', true],
  ])('null is unknown: %s gives %s', (filter, expected) => {
    expect(passes('int4', filter, null)).toBe(expected);
  });

  it('isdistinct is an inequality for values', () => {
    expect(passes('int4', 'isdistinct.1', 2)).toBe(true);
    expect(passes('int4', 'isdistinct.1', 1)).toBe(false);
    expect(passes('int4', 'isdistinct.null', 1)).toBe(true);
  });

  it('asks JSON and arrays only whether they are null', () => {
    expect(passes('jsonb', 'is.null', null)).toBe(true);
    expect(passes('_text', 'not.is.null', ['a'])).toBe(true);
  });

  it('matches nothing when the row lacks the column', () => {
    const [condition] = parseFilter('c=is.null');
    expect(condition && compileFilter(condition, 'text').matches(undefined)).toBe(false);
  });

  it.each([
    ['int4', 'eq.ten'],
    ['int4', 'eq.'],
    ['int4', 'in.(1,two)'],
    ['int4', 'like.1%'],
    ['uuid', 'eq.1'],
    ['bool', 'eq.maybe'],
    ['timestamptz', 'gt.yesterday'],
    ['date', 'eq.2026-02-30'],
    ['jsonb', 'eq.{}'],
    ['_int4', 'eq.{1}'],
    ['stand_state', 'lt.open'],
    ['text', 'is.something'],
    ['text', 'match.(a'],
    ['text', 'match.(?=a)'],
    ['text', 'like.a\\'],
    ['text', `like.${'%a'.repeat(101)}`],
  ])('refuses %s %s', (type, filter) => {
    expect(() => passes(type, filter, null)).toThrow(FilterError);
  });

  it('is not held up by a pattern made to backtrack', () => {
    // A backtracking engine would never come back from these.
    expect(passes('text', 'match.(a+)+$', `${'a'.repeat(5000)}b`)).toBe(false);
    expect(passes('text', `like.${'%a'.repeat(60)}b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('index keys', () => {
  it('are one for equal values', () => {
    expect(valueKey('"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"', 'uuid')).toBe(
      valueKey('"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"', 'uuid'),
    );
    expect(valueKey('1.50', 'numeric')).toBe(valueKey('1.5', 'numeric'));
  });

  it('do not exist for null', () => {
    expect(valueKey('null', 'text')).toBeNull();
    expect(valueKey(undefined, 'text')).toBeNull();
  });

  it('agree with the filter', () => {
    const [condition] = parseFilter('c=eq.007');
    const filter = condition && compileFilter(condition, 'int4');
    expect(filter?.equalTo).toBe(valueKey('7', 'int4'));
    const [other] = parseFilter('c=not.eq.007');
    expect(other && compileFilter(other, 'int4').equalTo).toBeNull();
  });
});
