import { expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const SECRET = 'a secret of many random bits';

it('opens with the secret and the purpose under which it was closed', () => {
  const sealed = seal('text', SECRET, 'test');
  expect(sealed.toString('latin1')).not.toContain('text');
  expect(unseal(sealed, SECRET, 'test')).toBe('text');
});

it('opens with no other secret or purpose, and not when it was changed', () => {
  const sealed = seal('text', SECRET, 'test');
  expect(() => unseal(sealed, 'another', 'test')).toThrow();
  expect(() => unseal(sealed, SECRET, 'other')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(sealed, SECRET, 'test')).toThrow();
});
