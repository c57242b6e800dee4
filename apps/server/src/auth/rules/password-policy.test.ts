import { describe, expect, it } from 'vitest';
import { findWeakness, isTooLong } from './password-policy.ts';

const policy = { minimumPasswordLength: 8 };

describe('password policy', () => {
  it('counts characters for the minimum', () => {
    expect(findWeakness('1234567', policy)).toEqual({
      message: 'Password should be at least 8 characters.',
      reasons: ['length'],
    });
    expect(findWeakness('12345678', policy)).toBeNull();
    // Seven characters of two UTF-16 units each.
    expect(findWeakness('😀'.repeat(7), policy)?.reasons).toEqual(['length']);
    expect(findWeakness('展'.repeat(8), policy)).toBeNull();
  });

  it('counts bytes for the maximum', () => {
    expect(isTooLong('x'.repeat(72))).toBe(false);
    expect(isTooLong('x'.repeat(73))).toBe(true);
    expect(isTooLong('展'.repeat(24))).toBe(false);
    expect(isTooLong('展'.repeat(25))).toBe(true);
  });
});
