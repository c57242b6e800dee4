import { expect, it } from 'vitest';
import { decrypt, encrypt } from './encrypt.ts';

const SECRET = 'a secret of many random bits';

it('decrypts with the secret and the purpose it was encrypted with', () => {
  const encrypted = encrypt('text', SECRET, 'test');
  expect(encrypted.toString('latin1')).not.toContain('text');
  expect(decrypt(encrypted, SECRET, 'test')).toBe('text');
});

it('opens with no other secret or purpose, and not when it was changed', () => {
  const encrypted = encrypt('text', SECRET, 'test');
  expect(() => decrypt(encrypted, 'another', 'test')).toThrow();
  expect(() => decrypt(encrypted, SECRET, 'other')).toThrow();
  encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(encrypted, SECRET, 'test')).toThrow();
});
