import { describe, expect, it } from 'vitest';
import { makeTotpSecret, matchTotp, totpUri } from './totp.ts';

// RFC 6238, appendix B: the ASCII secret 12345678901234567890; the last six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number, lastUsedStep: number | null = null) => ({ now: seconds * 1000, lastUsedStep });

describe('matchTotp', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('knows the code of second %d', (seconds, code) => {
    expect(matchTotp(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('tolerates one step to either side', () => {
    expect(matchTotp(SECRET, '287082', at(59 + 30))).toBe(1);
    expect(matchTotp(SECRET, '287082', at(59 - 30))).toBe(1);
    expect(matchTotp(SECRET, '287082', at(59 + 61))).toBeNull();
    expect(matchTotp(SECRET, '287082', at(59 + 600))).toBeNull();
  });

  it('takes no code twice, nor one older than the last', () => {
    expect(matchTotp(SECRET, '287082', at(59, 0))).toBe(1);
    expect(matchTotp(SECRET, '287082', at(59, 1))).toBeNull();
    expect(matchTotp(SECRET, '287082', at(59, 2))).toBeNull();
  });

  it('refuses what is no code', () => {
    for (const code of ['', '28708', '2870821', 'abcdef', ' 287082', '28708２']) {
      expect(matchTotp(SECRET, code, at(59)), code).toBeNull();
    }
  });
});

describe('a new secret', () => {
  it('has 160 random bits and a URI that apps understand', () => {
    const secret = makeTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(makeTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, { issuer: 'My Fair', account: 'lin@fair.example' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('My Fair:lin@fair.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'My Fair',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
