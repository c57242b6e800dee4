import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '../../src/cleanup/cleanup.ts';
import { type MailServer, startMailServer } from '../servers.ts';

const PASSWORD = 'a long enough password';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
});
afterAll(() => server.stop());

/** A user with a stored mail. */
async function mailed() {
  const user = await server.signUp(undefined, PASSWORD);
  await user.client.auth.resetPasswordForEmail(user.email);
  await server.mailTo(user.email);
  return user;
}

const admin = () => server.client(server.ctx.apiKeys.secret).auth.admin;

describe('a kept mail', () => {
  it('is deleted with its user, who deletes the account', async () => {
    const [leaving, staying] = [await mailed(), await mailed()];
    const { error } = await leaving.client.functions.invoke('delete-account', {
      body: { confirmed: true, password: PASSWORD },
    });
    expect(error).toBeNull();
    expect(await server.mailsTo(leaving.email)).toEqual([]);
    expect(await server.mailsTo(staying.email)).toHaveLength(1);
  });

  it.each([true, false])('is deleted with a user whom an administrator removes (soft: %s)', async (soft) => {
    const [leaving, staying] = [await mailed(), await mailed()];
    expect((await admin().deleteUser(leaving.userId, soft)).error).toBeNull();
    expect(await server.mailsTo(leaving.email)).toEqual([]);
    expect(await server.mailsTo(staying.email)).toHaveLength(1);
  });

  it('the cleanup deletes it where the user went by other ways', async () => {
    const [leaving, staying] = [await mailed(), await mailed()];
    await server.sql('delete from auth.users where id = $1', [leaving.userId]);
    expect(await runCleanup(server.ctx)).toMatchObject({ 'mails of deleted users': 1 });
    expect(await server.mailsTo(leaving.email)).toEqual([]);
    expect(await server.mailsTo(staying.email)).toHaveLength(1);
  });
});
