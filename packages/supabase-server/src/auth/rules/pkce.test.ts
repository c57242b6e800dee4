import { describe, expect, it } from 'vitest';
import { matchesChallenge } from './pkce.ts';

describe('matchesChallenge', () => {
  it('follows the example of RFC 7636, appendix B', () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(matchesChallenge(verifier, { challenge, method: 's256' })).toBe(true);
    expect(matchesChallenge(`${verifier}x`, { challenge, method: 's256' })).toBe(false);
    expect(matchesChallenge(challenge, { challenge, method: 's256' })).toBe(false);
  });

  it('compares plain challenges as they are', () => {
    expect(matchesChallenge('abc', { challenge: 'abc', method: 'plain' })).toBe(true);
    expect(matchesChallenge('abd', { challenge: 'abc', method: 'plain' })).toBe(false);
    expect(matchesChallenge('', { challenge: 'abc', method: 'plain' })).toBe(false);
  });
});
