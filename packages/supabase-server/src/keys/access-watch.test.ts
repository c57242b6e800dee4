import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { openAccessWatch } from './access-watch.ts';
import type { TokenError } from './signing-keys.ts';

const USER = '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10';
const SESSION = '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d11';
const CLAIMS = { role: 'authenticated', sub: USER, session_id: SESSION };

/** A database whose answers and notifications the test decides. */
async function openWatch() {
  const asked = vi.fn(async (_text: string, _values?: readonly unknown[]): Promise<unknown[]> => {
    return [{ banned: false, session: true, secondFactor: false }];
  });
  const line = { tell: (_: string) => {}, connect: () => {}, lose: () => {} };
  const watch = await openAccessWatch({
    query: async (text, values) => {
      if (!text.includes('pg_notify')) return (await asked(text, values)) as never;
      // The notification returns over the listening connection.
      setImmediate(() => line.tell(String(values?.[1])));
      return [];
    },
    listen: (async (_channel, onPayload, onConnect, onLost) => {
      Object.assign(line, { tell: onPayload, connect: onConnect, lose: onLost });
      onConnect?.();
      return { close: async () => undefined };
    }) as Database['listen'],
  });
  return { watch, asked, line };
}

async function faultOf(attempt: Promise<void>): Promise<string> {
  return attempt.then(
    () => 'passed',
    (error: TokenError) => error.fault,
  );
}

describe('the access of a token', () => {
  it('is asked once, also by requests at once, until a change is told', async () => {
    const { watch, asked, line } = await openWatch();
    await Promise.all([watch.check(CLAIMS), watch.check(CLAIMS)]);
    await watch.check({ ...CLAIMS, sub: USER.toUpperCase() });
    expect(asked).toHaveBeenCalledTimes(1);
    line.tell(SESSION);
    await watch.check(CLAIMS);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockResolvedValue([]);
    line.tell(USER);
    expect(await faultOf(watch.check(CLAIMS))).toBe('ended');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is not kept from a question that a change has overtaken', async () => {
    const { watch, asked, line } = await openWatch();
    let answer: (rows: unknown[]) => void = () => {};
    asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const early = watch.check(CLAIMS);
    line.tell(USER);
    answer([{ banned: false, session: true, secondFactor: false }]);
    await early;
    asked.mockResolvedValueOnce([]);
    expect(await faultOf(watch.check(CLAIMS))).toBe('ended');
  });

  it('is queried each time while the listener is disconnected, which then counts as a change', async () => {
    const { watch, asked, line } = await openWatch();
    const heard: Array<string | null> = [];
    watch.onChange((userId) => heard.push(userId));
    await watch.check(CLAIMS);
    line.lose();
    await watch.check(CLAIMS);
    await watch.check(CLAIMS);
    expect(asked).toHaveBeenCalledTimes(3);
    line.connect();
    line.tell(USER);
    expect(heard).toEqual([null, USER]);
  });

  it('is refused when the database cannot say, which is not kept', async () => {
    const { watch, asked } = await openWatch();
    asked.mockRejectedValueOnce(new Error('away'));
    await expect(watch.check(CLAIMS)).rejects.toThrow('away');
    await expect(watch.check(CLAIMS)).resolves.toBeUndefined();
  });

  it.each([
    ['no user', [], 'ended'],
    ['a ban', [{ banned: true, session: true, secondFactor: false }], 'ended'],
    ['no session', [{ banned: false, session: false, secondFactor: false }], 'ended'],
    ['a second factor', [{ banned: false, session: true, secondFactor: true }], 'second_factor'],
  ])('ends with %s', async (_, rows, fault) => {
    const { watch, asked } = await openWatch();
    asked.mockResolvedValue(rows);
    expect(await faultOf(watch.check(CLAIMS))).toBe(fault);
    const proved = { ...CLAIMS, aal: 'aal2' };
    expect(await faultOf(watch.check(proved))).toBe(fault === 'second_factor' ? 'passed' : fault);
  });

  it('is not asked of API keys, and is refused to users without a name', async () => {
    const { watch, asked } = await openWatch();
    for (const role of ['anon', 'service_role', 'operators_own']) await watch.check({ role, sub: USER });
    expect(asked).not.toHaveBeenCalled();
    const { sub, ...nobody } = CLAIMS;
    expect(sub).toBe(USER);
    expect(await faultOf(watch.check(nobody))).toBe('claims');
    expect(await faultOf(watch.check({ ...CLAIMS, session_id: 'odd' }))).toBe('claims');
  });
});

it('settles when what was told before has come', async () => {
  const { watch, line } = await openWatch();
  await watch.settle();
  line.lose();
  await watch.settle();
});
