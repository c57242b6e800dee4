import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWebhooksService, type WebhooksDeps, webhooksWorker } from '../../src/webhooks/service.ts';
import { keepWebhookSecret, newWebhookSecret } from '../../src/webhooks/webhook-secrets.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from '../trust/support.ts';

// The mail that tells an owner of a paused webhook (docs/adr/0088): src/webhooks/pause-mails.ts.

const PUBLIC_URL = 'https://fair.example';
const ADDRESS = 'https://hooks.example/secret-path';

let server: TestServer;
let sink: MailSink;
let deps: WebhooksDeps;
let owner: Person;
let visitor: Person;
beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
    MAIL_FROM: 'The Fair <hello@fair.example>',
    PUBLIC_URL,
    AUTH_EMAIL_CONFIRM: 'false',
    // The tests make each round.
    WEBHOOKS_SECONDS: '0',
  });
  const service = createWebhooksService(server.ctx);
  await service.close();
  deps = service.deps;
});
afterAll(async () => {
  await server?.stop();
  await sink?.close();
});
beforeEach(async () => {
  await server.sql('delete from public.webhook_endpoints');
  owner = await server.person({ role: 'vendor', name: 'Helen Park', language: 'zh' });
  visitor = await server.person({ role: 'visitor', name: '李娜' });
  const [endpoint] = await server.sql<{ id: string }>(
    `insert into public.webhook_endpoints (owner_id, url) values ($1, $2) returning id`,
    [owner.profileId, ADDRESS],
  );
  await keepWebhookSecret(server.ctx.db, server.ctx.masterKey, endpoint?.id ?? '', newWebhookSecret());
  await meet(owner, visitor);
});

/** A round in which everything that waits is due, and the endpoint answers so. */
async function round(answer: number, change: Partial<WebhooksDeps> = {}): Promise<void> {
  await server.sql(`update public.webhook_deliveries set due_at = now() where state = 'waiting'`);
  await server.sql('update public.webhook_endpoints set rests_until = null');
  await webhooksWorker({ ...deps, send: async () => ({ answer, failure: null }), ...change }).runOnce();
}

/** Has the endpoint fail for a day. */
async function pause(change: Partial<WebhooksDeps> = {}): Promise<void> {
  await round(500, change);
  await server.sql(`update public.webhook_endpoints set failing_since = now() - interval '25 hours'`);
  await round(500, change);
}

const mails = () => sink.received.filter(({ recipients }) => recipients.includes(owner.email));
const jobs = () => server.sql<{ tries: number }>('select tries from private.webhook_pause_mails');
const failing = { mailer: { send: () => Promise.reject(new Error('no')) } };

it('goes once to the owner, in their language, with the link and nothing of the endpoint', async () => {
  await round(500);
  expect(mails()).toEqual([]);
  await pause();
  // Both look again.
  await Promise.all([round(500), round(500)]);
  const [got, ...more] = mails();
  expect(more).toEqual([]);
  expect(got?.mail.subject).toMatch(/^您在 .+ 中的 Webhook 已暂停$/);
  const words = `${got?.mail.text}${got?.mail.html}`;
  expect(got?.mail.text).toContain(`${PUBLIC_URL}/vendor-dashboard/profile?webhooks`);
  for (const secret of ['hooks.example', 'whsec', '李娜']) expect(words).not.toContain(secret);
  expect(await jobs()).toEqual([]);
});

it('goes again after a later pause alone', async () => {
  await pause();
  await owner.client.rpc('resume_webhook').throwOnError();
  await round(204);
  await owner.client
    .from('leads')
    .insert({ owner_id: owner.profileId, person_id: visitor.profileId, note: 'Samples' })
    .throwOnError();
  expect(mails()).toHaveLength(1);
  // The endpoint says that it is gone.
  await round(410);
  expect(mails()).toHaveLength(2);
  expect(new Set(mails().map(({ mail }) => mail.messageId)).size).toBe(2);
});

it('is tried again, and is left out once the owner has resumed', async () => {
  const mailing = deps.mailing && { ...deps.mailing, ...failing };
  await pause({ mailing });
  expect(await jobs()).toEqual([{ tries: 1 }]);
  await round(500);
  expect(mails()).toEqual([]);
  await server.sql('update private.webhook_pause_mails set due_at = now()');
  await round(500);
  expect(mails()).toHaveLength(1);

  await owner.client.rpc('resume_webhook').throwOnError();
  await pause({ mailing });
  await owner.client.rpc('resume_webhook').throwOnError();
  await server.sql('update private.webhook_pause_mails set due_at = now()');
  await round(204);
  expect([mails().length, await jobs()]).toEqual([1, []]);
});

it('does not wait for an endpoint that takes long', async () => {
  await pause({ mailing: deps.mailing && { ...deps.mailing, ...failing } });
  await owner.client.rpc('test_webhook').throwOnError();
  let calls = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const send = async () => {
    calls += 1;
    await held;
    return { answer: 204, failure: null };
  };
  const worker = webhooksWorker({ ...deps, send }).start(0.01);
  try {
    await expect.poll(() => calls).toBe(1);
    expect(mails()).toEqual([]);
    await server.sql('update private.webhook_pause_mails set due_at = now()');
    await expect.poll(() => mails().length).toBe(1);
  } finally {
    answer();
    await worker.close();
  }
});

it('is given up after its last attempt, and is not sent to an unconfirmed address', async () => {
  const mailing = deps.mailing && { ...deps.mailing, ...failing };
  await pause({ mailing });
  await server.sql('update private.webhook_pause_mails set due_at = now(), tries = 4');
  await round(500, { mailing });
  expect(await jobs()).toEqual([]);
  await owner.client.rpc('resume_webhook').throwOnError();
  await server.sql('update auth.users set email_confirmed_at = null where id = $1', [owner.userId]);
  await pause();
  expect([mails(), await jobs()]).toEqual([[], []]);
});

it('does not exist where the installation sends no mails', async () => {
  const { config } = server.ctx;
  const without = { ...server.ctx, config: { ...config, mail: { ...config.mail, smtpUrl: null } } };
  const service = createWebhooksService(without);
  await service.close();
  expect(service.deps.mailing).toBeNull();
  await pause({ mailing: null });
  await round(500);
  expect([mails(), await jobs()]).toEqual([[], []]);
});
