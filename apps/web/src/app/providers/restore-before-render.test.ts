import { expect, it } from 'vitest';
import { type KnownAuth, restoreBeforeRender } from './restore-before-render.ts';

function signedIn(id: string): KnownAuth {
  return { status: 'signed-in', user: { id }, session: {} } as KnownAuth;
}
const OUT: KnownAuth = { status: 'signed-out', ended: false };

function setUp() {
  const shown: KnownAuth[] = [];
  const changes: Array<{ to: string | undefined; from: string | undefined; finish: () => void }> = [];
  const notify = restoreBeforeRender({
    changeUser: (to, from) => new Promise((finish) => void changes.push({ to, from, finish })),
    show: (state) => void shown.push(state),
  });
  /** Ends a change of users, and lets what waits for it happen. */
  async function finish(index: number): Promise<void> {
    changes[index]?.finish();
    await new Promise((done) => setImmediate(done));
  }
  return { tell: notify, shown, changes, finish };
}

it('a user is shown when the cache is ready, as the newest event has them', async () => {
  const { tell: notify, shown, changes, finish } = setUp();
  const [first, renewed] = [signedIn('vera'), signedIn('vera')];
  notify(first);
  notify(renewed);
  expect(shown).toEqual([]);
  await finish(0);
  expect(shown).toEqual([renewed]);
  expect(shown[0]).toBe(renewed);
  expect(changes).toHaveLength(1);
  notify(first);
  await finish(0);
  expect(shown).toHaveLength(2);
});

it('a user who has signed out in the meantime is not shown', async () => {
  const { tell: notify, shown, changes, finish } = setUp();
  notify(signedIn('vera'));
  notify(OUT);
  expect(shown).toEqual([OUT]);
  await finish(0);
  expect(shown).toEqual([OUT]);
  expect(changes.map(({ to, from }) => [to, from])).toEqual([
    ['vera', undefined],
    [undefined, 'vera'],
  ]);
});

it('the next user waits for their own cache', async () => {
  const { tell: notify, shown, finish } = setUp();
  const wei = signedIn('wei');
  notify(signedIn('vera'));
  notify(wei);
  await finish(0);
  expect(shown).toEqual([]);
  await finish(1);
  expect(shown).toEqual([wei]);
});

it('a user who owes a second factor gets their cache only after proving it', async () => {
  const { tell: notify, shown, changes, finish } = setUp();
  const halfway = { ...signedIn('vera'), status: 'second-factor' } as KnownAuth;
  const vera = signedIn('vera');
  notify(halfway);
  expect(shown).toEqual([halfway]);
  expect(changes).toHaveLength(0);
  notify(vera);
  await finish(0);
  expect(shown).toEqual([halfway, vera]);
});
