import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeByOperator, resetByOperator } from '../../src/event-admin/operator-admins.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { ADMIN, type OrganiserPage, openPage } from './page.ts';

// Administrators are named people (docs/adr/0033).

const SECRET = 'quay-lantern-4711-harbour';
const BEA = { name: 'Béatrice Ōno', password: 'lanterns over the quay' };

let server: TestServer;
let page: OrganiserPage;

/** A server without an administrator. */
beforeEach(async () => {
  server = await startTestServer({ ORGANISER_SECRET: SECRET });
  page = openPage(server.url);
});
afterEach(() => server?.stop());

async function second(): Promise<{ id: string; page: OrganiserPage }> {
  const added = await page.call('POST', '/admins', BEA);
  expect(added.status).toBe(201);
  const theirs = openPage(server.url);
  expect((await theirs.signIn(BEA)).status).toBe(204);
  return { id: added.body.id, page: theirs };
}

async function actions(): Promise<Array<{ actor: string; action: string; target?: string }>> {
  await server.ctx.securityLog.flush();
  const rows = await server.sql<{ actor: string; details: { action: string; target?: string } }>(
    `select actor, details from dragoman.security_events where kind = 'admin_action' order by id`,
  );
  return rows.map(({ actor, details }) => ({ actor, ...details }));
}

const codeOf = (secret: string, stepsAgo = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() - stepsAgo * 30_000,
  });

describe('the first administrator', () => {
  it('is created by the start secret, and by nothing else', async () => {
    expect((await page.call('GET', '/session')).body).toEqual({ state: 'first_admin' });
    expect((await page.signIn()).body).toMatchObject({ code: 'no_admin' });
    expect(await page.first('quay-lantern-4711-harbour!')).toMatchObject({
      status: 401,
      body: { code: 'wrong_secret' },
    });
    expect((await page.first(SECRET, { password: 'short' })).body).toMatchObject({ code: 'weak_password' });
    expect((await page.first(SECRET, { password: 'password123456' })).status).toBe(422);
    expect((await page.first(SECRET, { password: 'é'.repeat(40) })).body.message).toContain('72 bytes');
    for (const name of [' ', 'a\u202eb', 'x'.repeat(61), 'a\u0000b']) {
      expect((await page.first(SECRET, { name })).body).toMatchObject({ code: 'invalid' });
    }
    expect((await page.first(` ${SECRET} `)).status).toBe(204);
    expect((await page.call('GET', '/session')).body).toMatchObject({
      state: 'open',
      admin: { name: ADMIN.name },
    });
    expect(await actions()).toEqual([
      { actor: ADMIN.name, action: 'first_admin_created', target: ADMIN.name },
    ]);
  });

  it('is one alone: the secret opens nothing afterwards, nor for the slower of two', async () => {
    const both = await Promise.all(
      ['Amina', 'Bea'].map((name) => openPage(server.url).first(SECRET, { name })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await page.first(SECRET, { name: 'Third' })).body).toMatchObject({ code: 'first_admin_exists' });
    expect((await page.signIn({ name: 'Amina', password: SECRET })).status).toBe(401);
  });
});

describe('administrators', () => {
  beforeEach(async () => {
    expect((await page.first(SECRET)).status).toBe(204);
  });

  it('add, disable and remove each other, each act with name and time', async () => {
    const bea = await second();
    expect(await page.call('POST', '/admins', { ...BEA, name: 'béatrice ōno' })).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    });
    const { admins, you } = (await bea.page.call('GET', '/admins')).body;
    expect(admins).toMatchObject([
      { name: ADMIN.name, hasCode: false, disabled: false },
      { id: you, name: BEA.name },
    ]);
    expect(JSON.stringify(admins)).not.toContain('argon2');

    expect((await page.call('PUT', `/admins/${bea.id}`, { disabled: true })).status).toBe(204);
    expect((await bea.page.call('GET', '/settings')).status).toBe(401);
    expect((await bea.page.signIn(BEA)).body).toMatchObject({ code: 'admin_disabled' });
    expect((await page.call('PUT', `/admins/${bea.id}`, { disabled: false })).status).toBe(204);
    expect((await bea.page.signIn(BEA)).status).toBe(204);
    expect((await page.call('DELETE', `/admins/${bea.id}`)).status).toBe(204);
    expect((await bea.page.call('GET', '/settings')).status).toBe(401);
    expect((await page.call('DELETE', `/admins/${bea.id}`)).status).toBe(404);
    expect((await page.call('DELETE', '/admins/nobody')).status).toBe(404);
    expect((await actions()).slice(1)).toEqual(
      ['admin_added', 'admin_disabled', 'admin_enabled', 'admin_removed'].map((action) => ({
        actor: ADMIN.name,
        action,
        target: BEA.name,
      })),
    );
  });

  it('never lock everybody out: the last active one stays', async () => {
    const { you } = (await page.call('GET', '/admins')).body;
    const lastAdmin = { status: 409, body: { code: 'last_admin' } };
    expect(await page.call('DELETE', `/admins/${you}`)).toMatchObject(lastAdmin);
    expect(await page.call('PUT', `/admins/${you}`, { disabled: true })).toMatchObject(lastAdmin);
    const bea = await second();
    // Each of them removes the other at once.
    const both = await Promise.all([
      page.call('DELETE', `/admins/${bea.id}`),
      bea.page.call('DELETE', `/admins/${you}`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect((await server.sql('select 1 from dragoman.admins')).length).toBe(1);
  });

  it('change their own password with the present one, which ends their other sessions', async () => {
    const elsewhere = openPage(server.url);
    await elsewhere.signIn();
    const password = 'a crane in the fog';
    const change = (current: string, to = password) =>
      page.call('PUT', '/me/password', { current, password: to });
    expect(await change('not this one')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect((await change(ADMIN.password, 'short')).body).toMatchObject({ code: 'weak_password' });
    expect((await change(ADMIN.password)).status).toBe(204);
    expect((await page.call('GET', '/settings')).status).toBe(200);
    expect((await elsewhere.call('GET', '/settings')).status).toBe(401);
    expect((await elsewhere.signIn()).status).toBe(401);
    expect((await elsewhere.signIn({ password })).status).toBe(204);
    const tries = await Promise.all(Array.from({ length: 11 }, () => change('a guess')));
    expect(tries.map(({ status }) => status)).toContain(429);
    expect((await change(password)).status).toBe(429);
  });

  it('sign in with a code of their app as well, once it was proved', async () => {
    expect((await page.call('POST', '/me/app', { current: 'a guess' })).status).toBe(403);
    const { secret, qrCode, uri } = (await page.call('POST', '/me/app', { current: ADMIN.password })).body;
    expect(qrCode).toContain('<svg');
    expect(uri).toContain('otpauth://totp/');
    // Not proved yet: a QR code that was never scanned must not lock the administrator out.
    expect((await openPage(server.url).signIn()).status).toBe(204);
    expect(await page.call('PUT', '/me/app', { code: '000000' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_code' },
    });
    // The present code and the next one stay valid when a step of 30 s ends during the test.
    const used = codeOf(secret);
    expect((await page.call('PUT', '/me/app', { code: used })).status).toBe(204);
    expect((await page.call('POST', '/me/app', { current: ADMIN.password })).body).toMatchObject({
      code: 'code_exists',
    });
    const [stored] = await server.sql<{ secret: string }>(
      'select totp_secret as secret from dragoman.admins',
    );
    expect(stored?.secret).toMatch(/^sealed\.v1\./);

    const other = openPage(server.url);
    expect(await other.signIn()).toMatchObject({ status: 401, body: { code: 'code_needed' } });
    expect((await other.signIn({ code: used })).body).toMatchObject({ code: 'wrong_code' });
    const code = codeOf(secret, -1);
    expect((await other.signIn({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(204);
    expect((await openPage(server.url).signIn({ code })).status).toBe(401);
    // Six digits are few: after ten wrong ones the right one waits as well. Other administrators do
    // not.
    for (let tried = 0; tried < 10; tried += 1) await other.signIn({ code: '000000' });
    expect((await other.signIn({ code: codeOf(secret, -1) })).status).toBe(429);
    expect((await page.call('POST', '/me/app/removal', { current: ADMIN.password })).status).toBe(204);
    expect((await other.signIn()).status).toBe(204);
  });

  it('restore access for a locked-out administrator; no administrator resets themselves', async () => {
    const bea = await second();
    const { secret } = (await bea.page.call('POST', '/me/app', { current: BEA.password })).body;
    await bea.page.call('PUT', '/me/app', { code: codeOf(secret) });
    const reset = (id: string, password: string) => page.call('POST', `/admins/${id}/reset`, { password });
    expect((await reset(bea.id, 'short')).status).toBe(422);
    expect((await reset(bea.id, 'a fresh start at dawn')).status).toBe(204);
    expect((await bea.page.call('GET', '/settings')).status).toBe(401);
    expect((await bea.page.signIn({ ...BEA, password: 'a fresh start at dawn' })).status).toBe(204);
    const { you } = (await page.call('GET', '/admins')).body;
    expect((await reset(you, 'a fresh start at dawn')).status).toBe(403);
  });

  it('are told what to do when the key of their app is lost', async () => {
    const { secret } = (await page.call('POST', '/me/app', { current: ADMIN.password })).body;
    await page.call('PUT', '/me/app', { code: codeOf(secret) });
    await server.sql(`update dragoman.admins set totp_secret = 'sealed.v1.' || repeat('A', 80)`);
    expect(await openPage(server.url).signIn({ code: codeOf(secret, -1) })).toMatchObject({
      status: 409,
      body: { code: 'code_unreadable' },
    });
    const password = await resetByOperator(server.ctx.db, 'amina haddad');
    expect((await openPage(server.url).signIn({ password })).status).toBe(204);
  });

  it('are removed by the operator when all else fails, who is in the log', async () => {
    await expect(removeByOperator(server.ctx.db, 'Nobody')).rejects.toThrow('There is no administrator');
    await removeByOperator(server.ctx.db, ADMIN.name);
    expect((await page.call('GET', '/session')).body).toEqual({ state: 'first_admin' });
    expect((await page.first(SECRET, BEA)).status).toBe(204);
    expect(await actions()).toContainEqual({
      actor: 'operator (npm run admins)',
      action: 'admin_removed',
      target: ADMIN.name,
    });
  });

  it('do not write over each other’s settings', async () => {
    const bea = await second();
    const put = (by: OrganiserPage, path: string, value: unknown) =>
      by.call('PUT', `/settings/${path}`, { value, seen: 0 });
    expect((await put(page, 'guests', false)).status).toBe(204);
    const late = await put(bea.page, 'guests', true);
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(late.body.message).toContain('Another administrator has changed this');
    // Also to the default, which is no value at all.
    expect((await put(bea.page, 'guests', null)).status).toBe(409);
    expect((await page.call('GET', '/settings')).body.guestsEnabled.value).toBe(false);
    expect((await put(bea.page, 'retention', null)).status).toBe(204);
    expect((await actions()).slice(2)).toEqual([
      { actor: ADMIN.name, action: 'guests_changed', target: 'off' },
      { actor: BEA.name, action: 'retention_changed', target: 'default' },
    ]);
  });
});
