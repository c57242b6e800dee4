import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { meet } from './trust/support.ts';

// A person's contact as a file behind a plain link: src/file-links/contact-file.ts.

let server: TestServer;
let vendor: Person;
let visitor: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora' }),
    server.person({ role: 'visitor', name: '陈思远', company: 'Lumen', phone: '+86 10 5550 1234' }),
  ]);
  await meet(vendor, visitor);
});

async function ask(caller: Person, body: unknown): Promise<{ status: number; path: string }> {
  const { data } = await caller.client.auth.getSession();
  const answer = await fetch(`${server.url}/functions/v1/contact-file`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const { path } = (await answer.json()) as { path?: string };
  return { status: answer.status, path: path ?? '' };
}

const open = (path: string) => fetch(`${server.url}/functions/v1/contact-file${path}`);

it('sends the contact of a person whom the caller has met, as a file with their name', async () => {
  const { path } = await ask(vendor, { person: visitor.profileId });
  const file = await open(path);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('text/vcard;charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('no-store');
  expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain('陈思远.vcf');
  const text = await file.text();
  expect(text).toContain('FN:陈思远\r\n');
  expect(text).toContain('TEL;TYPE=WORK,VOICE:+861055501234\r\n');
});

it('leaves out what is withheld, also when that was decided after the link was made', async () => {
  const { path } = await ask(vendor, { person: visitor.profileId });
  await visitor.client.rpc('share_card', { person: vendor.profileId, withhold: ['phone'] }).throwOnError();
  expect(await (await open(path)).text()).not.toContain('5550');
});

it('refuses strangers, and users who have signed out meanwhile', async () => {
  const stranger = await server.person({ role: 'visitor', name: 'Karim' });
  expect(await ask(stranger, { person: visitor.profileId })).toMatchObject({ status: 404, path: '' });
  const { path } = await ask(vendor, { person: visitor.profileId });
  await vendor.client.auth.signOut();
  expect((await open(path)).status).toBe(404);
});

it('refuses other tokens and old ones', async () => {
  const { data } = await vendor.client.auth.getSession();
  expect((await open('')).status).toBe(401);
  expect((await open(`?token=${data.session?.access_token}`)).status).toBe(401);
  const { path } = await ask(vendor, { person: visitor.profileId });
  expect((await open(`${path.slice(0, -4)}AAAA`)).status).toBe(401);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  try {
    expect((await open(path)).status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
});

it('names what is wrong with a request', async () => {
  expect((await ask(vendor, { person: 'x' })).status).toBe(400);
  expect((await ask(vendor, { person: visitor.profileId, more: 'x'.repeat(2_000) })).status).toBe(413);
  const signedOut = await fetch(`${server.url}/functions/v1/contact-file`, {
    method: 'POST',
    headers: { apikey: server.ctx.apiKeys.publishable },
    body: '{}',
  });
  expect(signedOut.status).toBe(401);
});
