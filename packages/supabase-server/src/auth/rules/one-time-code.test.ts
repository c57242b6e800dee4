import { describe, expect, it } from 'vitest';
import { createCodeHasher, hashSecret, makeCode, makeLinkToken } from './one-time-code.ts';

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
