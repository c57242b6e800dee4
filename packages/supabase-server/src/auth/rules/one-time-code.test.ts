import { describe, expect, it } from 'vitest';
import {
  createCodeHasher,
  hashRecoveryCode,
  hashSecret,
  makeCode,
  makeLinkToken,
  makeRecoveryCode,
  readRecoveryCode,
} from './one-time-code.ts';

describe('one-time codes', () => {
  it('have as many digits as asked for, zeros in front included', () => {
    for (const digits of [6, 10]) {
      for (let round = 0; round < 200; round += 1) {
        expect(makeCode(digits)).toMatch(new RegExp(`^\\d{${digits}}$`));
      }
    }
    expect(new Set(Array.from({ length: 200 }, () => makeCode(10))).size).toBe(200);
  });

  it('are kept as a hash with a key, over address and code', () => {
    const hashCode = createCodeHasher(Buffer.alloc(32, 1));
    expect(hashCode('lin@fair.example', '123456')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashCode('lin@fair.example', '123456')).not.toBe(hashCode('lin@fair.example', '123457'));
    expect(hashCode('lin@fair.example1', '23456')).not.toBe(hashCode('lin@fair.example', '123456'));
    const other = createCodeHasher(Buffer.alloc(32, 2));
    expect(other('lin@fair.example', '123456')).not.toBe(hashCode('lin@fair.example', '123456'));
  });
});

describe('link tokens', () => {
  it('are random, look like hashes, and tell whether a challenge came with the request', () => {
    expect(makeLinkToken(false)).toMatch(/^[0-9a-f]{56}$/);
    expect(makeLinkToken(true)).toMatch(/^pkce_[0-9a-f]{56}$/);
    expect(makeLinkToken(false)).not.toBe(makeLinkToken(false));
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

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
