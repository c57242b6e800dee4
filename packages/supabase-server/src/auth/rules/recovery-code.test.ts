import { describe, expect, it } from 'vitest';
import { hashRecoveryCode, makeRecoveryCode, readRecoveryCode } from './recovery-code.ts';

describe('a recovery code', () => {
  it('has three groups of four, and never repeats', () => {
    const codes = Array.from({ length: 500 }, makeRecoveryCode);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([
    ['7m3k-q0za-19xt', '7m3k-q0za-19xt'],
    [' 7M3K Q0ZA 19XT ', '7m3k-q0za-19xt'],
    ['7m3kqoza1Lxt', '7m3k-q0za-11xt'],
    ['7m3kq0zai9xt', '7m3k-q0za-19xt'],
  ])('is read from %j', (typed, code) => {
    expect(readRecoveryCode(typed)).toBe(code);
  });

  it.each(['', '123456', '7m3k-q0za-19x', '7m3k-q0za-19xt0', '7m3k-q0za-19xu', 'x'.repeat(1000)])(
    'is not read from %j',
    (typed) => {
      expect(readRecoveryCode(typed)).toBeNull();
    },
  );

  it('is kept as a hash that is its user’s alone', () => {
    const code = makeRecoveryCode();
    expect(hashRecoveryCode('a', code)).toEqual(hashRecoveryCode('a', code));
    expect(hashRecoveryCode('a', code)).not.toEqual(hashRecoveryCode('b', code));
  });
});
