import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORD_COUNT } from './common-passwords.ts';
import { findWeakness, isTooLong } from './password-policy.ts';

const policy = { minimumPasswordLength: 8 };

describe('password policy', () => {
  it('counts characters for the minimum', () => {
    expect(findWeakness('1234567', policy)).toEqual({
      message: 'Password should be at least 8 characters.',
      reasons: ['length'],
    });
    expect(findWeakness('48270593', policy)).toBeNull();
    // Seven characters of two UTF-16 units each.
    expect(findWeakness('😀'.repeat(7), policy)?.reasons).toEqual(['length']);
    expect(findWeakness('展'.repeat(8), policy)).toBeNull();
  });

  it('refuses what everybody takes, in any case of letters', () => {
    expect(COMMON_PASSWORD_COUNT).toBeGreaterThanOrEqual(3_000);
    for (const password of [
      '12345678',
      'Password1',
      'QWERTYUIOP',
      ' iloveyou123 ',
      'woaini1314',
      'mohamed123',
      // In the library's list alone.
      'Dragonball',
      'liverpool',
      'welkom01',
    ]) {
      expect(findWeakness(password, policy)?.reasons, password).toEqual(['pwned']);
    }
    // The error about the length comes first.
    expect(findWeakness('123456', policy)?.reasons).toEqual(['length']);
    expect(findWeakness('123456', { minimumPasswordLength: 6 })?.reasons).toEqual(['pwned']);
    for (const password of ['password of mine', '123456789x!', 'sandalwood-Harbour-42']) {
      expect(findWeakness(password, policy), password).toBeNull();
    }
  });

  it('counts bytes for the maximum', () => {
    expect(isTooLong('x'.repeat(72))).toBe(false);
    expect(isTooLong('x'.repeat(73))).toBe(true);
    expect(isTooLong('展'.repeat(24))).toBe(false);
    expect(isTooLong('展'.repeat(25))).toBe(true);
  });
});
