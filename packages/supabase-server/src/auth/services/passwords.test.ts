import { afterAll, describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();
afterAll(() => passwords.close());

describe('passwords', () => {
  it('are kept as salted Argon2id hashes that match the password alone', async () => {
    const [one, two] = await Promise.all([passwords.hash('展会 password'), passwords.hash('展会 password')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify('展会 password', one)).toBe(true);
    expect(await passwords.verify('展会 Password', one)).toBe(false);
  });

  it('never match without a hash, or with one of another kind', async () => {
    expect(await passwords.verify('anything', null)).toBe(false);
    expect(await passwords.verify('anything', 'anything')).toBe(false);
    expect(await passwords.verify('', '')).toBe(false);
  });
});
