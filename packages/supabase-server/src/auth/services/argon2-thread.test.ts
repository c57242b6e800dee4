import { afterAll, describe, expect, it } from 'vitest';
import { createArgon2Thread } from './argon2-thread.ts';

const OPTIONS = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 };
const thread = createArgon2Thread();
afterAll(() => thread.close());

describe('the hashing thread', () => {
  it('hashes and verifies', async () => {
    const stored = String(await thread.run({ kind: 'hash', password: 'one', options: OPTIONS }));
    expect(await thread.run({ kind: 'verify', password: 'one', stored })).toBe(true);
    expect(await thread.run({ kind: 'verify', password: 'two', stored })).toBe(false);
  });

  it('reports a failure and goes on', async () => {
    await expect(thread.run({ kind: 'verify', password: 'one', stored: 'no hash' })).rejects.toThrow();
    expect(await thread.run({ kind: 'hash', password: 'one', options: OPTIONS })).toMatch(/^\$argon2id\$/);
  });

  it('starts again after its end, which a job under way hears of', async () => {
    const slow = { ...OPTIONS, memoryCost: 65_536, timeCost: 20 };
    const underWay = thread.run({ kind: 'hash', password: 'one', options: slow });
    const refused = expect(underWay).rejects.toThrow('the hashing thread ended');
    await thread.close();
    await refused;
    expect(await thread.run({ kind: 'hash', password: 'one', options: OPTIONS })).toMatch(/^\$argon2id\$/);
  });
});
