import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { call } from '@dragoman/supabase-server/test/auth/call';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '../servers.ts';

// Jobs go to the real threads; the test only counts them. That comparing with no password is the
// same work as with one is tested where it is done.
const jobs = vi.spyOn(Worker.prototype, 'postMessage');
const forgetWork = () => void jobs.mockClear();
const work = {
  get hashed() {
    return countJobs('hash');
  },
  get verified() {
    return countJobs('verify');
  },
};
function countJobs(kind: 'hash' | 'verify'): number {
  return jobs.mock.calls.filter(([job]) => job.kind === kind).length;
}

const PASSWORD = 'a long enough password';
let server: MailServer;
/** Addresses of a confirmed account, of one that waits for its confirmation, and of none. */
const people = { known: '', unconfirmed: '', unknown: '' };

beforeAll(async () => {
  server = await startMailServer();
  people.known = address();
  people.unconfirmed = address();
  people.unknown = address();
  await server.client().auth.signUp({ email: people.known, password: PASSWORD });
  await server.client().auth.signUp({ email: people.unconfirmed, password: PASSWORD });
  await server.sql('update auth.users set email_confirmed_at = now() where email = $1', [people.known]);
});
afterAll(async () => {
  jobs.mockRestore();
  await server.stop();
});
beforeEach(forgetWork);

/** All addresses have one length, so bodies that hold them do, too. */
const address = () => `${randomUUID()}@fair.example`;

/** Headers that differ between any two responses. */
const CHANGING = new Set(['date', 'content-length']);

/** All that a stranger sees of an answer, with random values and times of day made alike. */
async function seen(path: string, body: Record<string, unknown>, email: string) {
  const answer = await call(server, path, { body: { ...body, email } });
  const text = JSON.stringify(answer.body)
    .replaceAll(email, '<address>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !CHANGING.has(name)).sort(),
    body: text,
    ...work,
  };
}

const attempts: Array<[string, string, Record<string, unknown>]> = [
  ['sign-in', '/token?grant_type=password', { password: 'not the password' }],
  ['recovery', '/recover', {}],
  ['a sign-in link', '/otp', { create_user: true }],
  ['a sign-in link for who has an account', '/otp', { create_user: false }],
  ['a sign-up', '/signup', { password: PASSWORD }],
  ['a magic link', '/magiclink', {}],
  ['a confirmation once more', '/resend', { type: 'signup' }],
  ['a change of address once more', '/resend', { type: 'email_change' }],
  ['a code', '/verify', { type: 'email', token: '000000' }],
  ['a code of a recovery', '/verify', { type: 'recovery', token: '000000' }],
];

describe('whether an address has an account', () => {
  it.each(attempts)('is not told by %s: same answer, headers and work', async (_name, path, body) => {
    const answers = [];
    for (const email of Object.values(people)) {
      forgetWork();
      answers.push(await seen(path, body, email));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is not revealed by a repeated sign-up: the ids are the same each time, and no stored data comes back', async () => {
    const first = address();
    await call(server, '/signup', {
      body: { email: first, password: PASSWORD, data: { name: 'Of another' } },
    });
    for (const email of [people.known, first]) {
      const body = { email, password: PASSWORD, data: { name: 'Mine' } };
      const [one, two] = [await call(server, '/signup', { body }), await call(server, '/signup', { body })];
      expect(one.status).toBe(200);
      expect(one.body).toMatchObject({
        user_metadata: { name: 'Mine' },
        identities: [{ provider: 'email' }],
      });
      expect(two.body.id).toBe(one.body.id);
    }
  });

  it('is not told by a change of address: only the mails differ', async () => {
    const answers = [];
    for (const email of [people.known, people.unconfirmed, address()]) {
      const own = address();
      await server.client().auth.signUp({ email: own, password: PASSWORD });
      await server.sql('update auth.users set email_confirmed_at = now() where email = $1', [own]);
      const { data } = await server.client().auth.signInWithPassword({ email: own, password: PASSWORD });
      const before = (await server.mailsTo(email)).length;
      const answer = await call(server, '/user', {
        method: 'PUT',
        bearer: data.session?.access_token ?? '',
        body: { email },
      });
      await server.mailTo(own, /change/i);
      const text = JSON.stringify(answer.body)
        .replaceAll(email, '<address>')
        .replaceAll(own, '<own>')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
      answers.push({ status: answer.status, text });
      if (email === people.known) expect(await server.mailsTo(email)).toHaveLength(before);
    }
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is not told by the order of the checks: what is wrong with an account is for who knows its password', async () => {
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      people.known,
    ]);
    try {
      const banned = await seen('/token?grant_type=password', { password: 'wrong' }, people.known);
      const nobody = await seen('/token?grant_type=password', { password: 'wrong' }, address());
      expect({ ...banned, verified: 0 }).toEqual({ ...nobody, verified: 0 });
    } finally {
      await server.sql('update auth.users set banned_until = null where email = $1', [people.known]);
    }
  });

  it('is not told by the limits: they count what was claimed', { timeout: 60_000 }, async () => {
    const strict = await startMailServer({
      RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '2',
      RATE_LIMIT_MAILS_PER_ACCOUNT: '2',
      RATE_LIMIT_CODES_PER_ACCOUNT: '2',
    });
    try {
      const known = address();
      await strict.client().auth.signUp({ email: known, password: PASSWORD });
      await strict.sql('update auth.users set email_confirmed_at = now() where email = $1', [known]);
      await strict.sql('delete from dragoman.rate_limits');
      for (const [, path, body] of attempts) {
        const statuses = [];
        for (const email of [known, address()]) {
          const own = [];
          for (let n = 0; n < 4; n += 1) {
            own.push((await call(strict, path, { body: { ...body, email } })).status);
          }
          statuses.push(own);
        }
        expect({ path, statuses: statuses[0] }).toEqual({ path, statuses: statuses[1] });
        await strict.sql('delete from dragoman.rate_limits');
      }
    } finally {
      await strict.stop();
    }
  });

  it('is not told by the data API, nor by the list of users, to who is not signed in', async () => {
    const rows = await server.client().from('profiles').select('email');
    expect(rows).toMatchObject({ data: null, status: 401 });
    const { error } = await server.client().auth.admin.listUsers();
    expect(error?.status).toBe(403);
  });
});
