import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, call } from './call.ts';
import { newPhone, type PhoneServer, startPhoneServer } from './phones.ts';

const PASSWORD = 'a long enough password';

let server: PhoneServer;
afterEach(() => server.stop());

const start = async (env: Record<string, string>) => {
  server = await startPhoneServer({ TRUST_PROXY: 'true', ...env });
};
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const otp = (phone: string, ip = '203.0.113.1') =>
  call(server, '/otp', { body: { phone }, headers: from(ip) });

function expectLimited(answer: Answer | undefined, most: number): void {
  expect(answer).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } });
  const seconds = Number(answer?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(most);
  expect(answer?.body.message).toBe(
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}

/** A number with an account. */
async function knownPhone(): Promise<string> {
  const phone = newPhone();
  const client = server.client(server.ctx.apiKeys.secret);
  const { error } = await client.auth.admin.createUser({ phone, phone_confirm: true, password: PASSWORD });
  if (error) throw error;
  return phone;
}

describe('messages', () => {
  it('to one number keep their distance over all calls, whether it is known or not', async () => {
    await start({ RATE_LIMIT_SMS_DISTANCE_SECONDS: '60' });
    for (const phone of [await knownPhone(), newPhone()]) {
      expect((await otp(phone)).status).toBe(200);
      expectLimited(await otp(`+${phone}`, '203.0.113.2'), 60);
      expectLimited(await call(server, '/signup', { body: { phone, password: PASSWORD } }), 60);
      for (const type of ['sms', 'phone_change']) {
        expectLimited(await call(server, '/resend', { body: { type, phone } }), 60);
      }
      expect(await server.allSmsTo(phone)).toHaveLength(1);
    }
  });

  it('to one number have an end', async () => {
    await start({ RATE_LIMIT_SMS_PER_ACCOUNT: '2' });
    const phone = newPhone();
    expect((await otp(phone, '203.0.113.1')).status).toBe(200);
    expect((await otp(phone, '203.0.113.2')).status).toBe(200);
    expectLimited(await otp(phone, '203.0.113.3'), 900);
    expect((await otp(newPhone())).status).toBe(200);
  });

  it('from one address have an end', async () => {
    await start({ RATE_LIMIT_SMS_PER_ADDRESS: '2' });
    expect((await otp(newPhone())).status).toBe(200);
    expect((await otp(newPhone())).status).toBe(200);
    expectLimited(await otp(newPhone()), 300);
    expect((await otp(newPhone(), '203.0.113.2')).status).toBe(200);
  });

  it('by one account have an end, to whatever numbers: a session is no pump', async () => {
    await start({ RATE_LIMIT_SMS_PER_ACCOUNT: '3' });
    const { accessToken } = await server.signUp();
    const change = (host: number) =>
      call(server, '/user', {
        method: 'PUT',
        bearer: accessToken,
        body: { phone: newPhone() },
        headers: from(`203.0.113.${host}`),
      });
    const factor = await call(server, '/factors', {
      bearer: accessToken,
      body: { factor_type: 'phone', phone: newPhone() },
    });
    expect((await change(1)).status).toBe(200);
    expect((await change(2)).status).toBe(200);
    const challenge = `/factors/${factor.body.id}/challenge`;
    expect((await call(server, challenge, { bearer: accessToken, body: {} })).status).toBe(200);
    expectLimited(await change(3), 900);
    expectLimited(await call(server, challenge, { bearer: accessToken, body: {} }), 900);
  });

  it('have an end for everybody together: many addresses and many numbers pump no more', async () => {
    await start({ RATE_LIMIT_SMS_PER_HOUR: '5' });
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, host) => otp(newPhone(), `198.51.100.${host}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    expectLimited(
      answers.find(({ status }) => status === 429),
      3600,
    );
  });

  it('that are refused use up nothing that others share', async () => {
    await start({ RATE_LIMIT_SMS_PER_HOUR: '3', RATE_LIMIT_SMS_PER_ADDRESS: '1' });
    for (let turn = 0; turn < 5; turn += 1) await otp(newPhone());
    expect((await otp(newPhone(), '203.0.113.2')).status).toBe(200);
    expect((await otp(newPhone(), '203.0.113.3')).status).toBe(200);
    expectLimited(await otp(newPhone(), '203.0.113.4'), 3600);
  });

  it('are bounded without any setting', async () => {
    const { rateLimits } = (await import('../../src/config/server-environment.ts')).loadServerConfig({});
    await start({
      RATE_LIMIT_SMS_DISTANCE_SECONDS: String(rateLimits.smsDistanceSeconds),
      RATE_LIMIT_SMS_PER_ADDRESS: String(rateLimits.smsPerAddress),
      RATE_LIMIT_SMS_PER_ACCOUNT: String(rateLimits.smsPerAccount),
    });
    const answers = [];
    for (let turn = 0; turn < 65; turn += 1) answers.push((await otp(newPhone())).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
  });
});

describe('who has a number', () => {
  it('is told neither by what is answered to a request for a code nor to a sign-up', async () => {
    await start({});
    const known = await knownPhone();
    const unknown = newPhone();
    const shape = ({ status, body }: Answer, phone: string) => ({
      status,
      body: JSON.stringify(body, (key, value: unknown) => {
        if (key === '' || typeof value !== 'string') return value;
        if (value === phone) return 'the number';
        return /_at$|^id$|_id$|^sub$/.test(key) ? 'any' : value;
      }),
    });
    expect(shape(await otp(known), known)).toEqual(shape(await otp(unknown), unknown));
    const guess = async (phone: string) =>
      shape(await call(server, '/verify', { body: { type: 'sms', phone, token: '12345x' } }), phone);
    expect(await guess(known)).toEqual(await guess(newPhone()));
    for (const type of ['sms', 'phone_change']) {
      const again = async (phone: string) =>
        shape(await call(server, '/resend', { body: { type, phone } }), phone);
      expect(await again(known)).toEqual(await again(newPhone()));
    }
    const stranger = async (phone: string) =>
      shape(
        await call(server, '/token?grant_type=password', { body: { phone, password: 'a wrong guess' } }),
        phone,
      );
    expect(await stranger(known)).toEqual(await stranger(newPhone()));
    const signUp = async (phone: string) => call(server, '/signup', { body: { phone, password: PASSWORD } });
    const taken = await signUp(known);
    const free = await signUp(newPhone());
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
    expect(taken.status).toBe(free.status);
    expect(await server.allSmsTo(known)).toHaveLength(2);
  });

  it('can be asked with a session only as often as messages may be sent', async () => {
    await start({ RATE_LIMIT_SMS_PER_ACCOUNT: '3' });
    const known = await Promise.all(Array.from({ length: 5 }, knownPhone));
    const { accessToken } = await server.signUp();
    const codes = [];
    for (const phone of known) {
      const { body } = await call(server, '/user', { method: 'PUT', bearer: accessToken, body: { phone } });
      codes.push(body.code);
    }
    expect(codes).toEqual([
      'phone_exists',
      'phone_exists',
      'phone_exists',
      'over_sms_send_rate_limit',
      'over_sms_send_rate_limit',
    ]);
  });
});

describe('sign-in by phone', () => {
  it('is limited by its failures, known or not', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '3' });
    for (const phone of [await knownPhone(), newPhone()]) {
      const answers = [];
      for (const written of [phone, `+${phone}`, ` ${phone}`, `+ ${phone}`]) {
        const body = { phone: written, password: 'a wrong password' };
        answers.push((await call(server, '/token?grant_type=password', { body })).status);
      }
      expect(answers).toEqual([400, 400, 400, 429]);
    }
  });
});

describe('the counters', () => {
  it('hold no number', async () => {
    await start({});
    const phone = newPhone();
    await otp(phone);
    const rows = await server.sql<{ kept: string }>('select r::text as kept from dragoman.rate_limits r');
    expect(rows.length).toBeGreaterThan(0);
    for (const { kept } of rows) expect(kept).not.toContain(phone);
  });
});
