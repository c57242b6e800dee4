import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimDeliveries } from '../../src/webhooks/deliveries.ts';
import { createSendWebhook } from '../../src/webhooks/send-webhook.ts';
import { createWebhooksService, type WebhooksDeps, webhooksWorker } from '../../src/webhooks/service.ts';
import { join, makeCode, visit } from '../booth-teams/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { type ReceivedCall, type Receiver, startReceiver } from './receiver.ts';

// Webhooks for leads (docs/adr/0088). Permissions are tested in rls-matrix/webhooks.ts.

let server: TestServer;
let receiver: Receiver;
let deps: WebhooksDeps;
let owner: Person;
let visitor: Person;
let secret: string;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer(
    // The tests make each round.
    { WEBHOOKS_SECONDS: '0' },
    { publicNetwork: { agent: receiver.agent, checkEndpoint: async () => undefined } },
  );
  const service = createWebhooksService(server.ctx);
  await service.close();
  deps = service.deps;
});
afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

beforeEach(async () => {
  // Those of earlier tests would get answers that are meant for this one.
  await server.sql('delete from public.webhook_endpoints');
  owner = await server.person({ role: 'vendor', name: 'Helen Park' });
  visitor = await server.person({
    role: 'visitor',
    name: '李娜',
    company: '光明',
    phone: '+86 10 5555 0100',
  });
  secret = (await call(owner, '/webhook', { url: receiver.url })).body.secret as string;
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

async function call(who: Person | null, path: string, body: unknown = {}) {
  const answer = await fetch(`${server.url}/functions/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.accessToken}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** A round in which everything that waits is due. */
async function round(change: Partial<WebhooksDeps> = {}): Promise<void> {
  await server.sql(`update public.webhook_deliveries set due_at = now() where state = 'waiting'`);
  await server.sql('update public.webhook_endpoints set rests_until = null');
  await webhooksWorker({ ...deps, ...change }).runOnce();
}

/** @throws when the signature is not the owner's @returns the payload */
function verified({ body, headers }: ReceivedCall, by = secret) {
  return new Webhook(by).verify(body, headers as Record<string, string>) as {
    type: string;
    data: { person: Record<string, unknown>; lead: Record<string, unknown> };
  };
}

async function deliveries() {
  const { data } = await owner.client
    .from('webhook_deliveries')
    .select('id, event, state, tries, answer, failure')
    .order('created_at')
    .throwOnError();
  return data;
}

async function endpoint() {
  const { data } = await owner.client.from('webhook_endpoints').select('*').single().throwOnError();
  return data;
}

/** Notes something about the visitor, whose lead exists already or not. */
async function note(fields: object): Promise<void> {
  const leads = owner.client.from('leads');
  const key = { owner_id: owner.profileId, person_id: visitor.profileId };
  const { error } = await leads.insert({ ...key, ...fields });
  if (error) await leads.update(fields).match(key).throwOnError();
}

describe('a webhook', () => {
  it('gets a new lead, and then its changes as one, signed', async () => {
    await meet(owner, visitor);
    await round();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received as [ReceivedCall];
    expect(verified(first)).toMatchObject({
      type: 'lead.created',
      version: 1,
      data: {
        person: { id: visitor.profileId, name: '李娜', company: '光明', phone: '+86 10 5555 0100' },
        lead: { status: 'new', note: null, answers: [], version: 0 },
      },
    });
    expect(() => verified(first, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).toThrow();

    await owner.client
      .from('lead_questionnaires')
      .insert({ owner_id: owner.profileId, questions: [{ id: 'q1', kind: 'text', label: 'When?' }] })
      .throwOnError();
    await note({ note: 'Wants' });
    await note({ note: 'Wants samples', rating: 4 });
    await note({ answers: { q1: 'May', gone: true }, tags: ['lamps'] });
    await round();
    expect(receiver.received).toHaveLength(2);
    const second = receiver.received[1] as ReceivedCall;
    expect(second.headers['webhook-id']).not.toBe(first.headers['webhook-id']);
    expect(verified(second)).toMatchObject({
      type: 'lead.updated',
      data: {
        lead: {
          ...{ note: 'Wants samples', rating: 4, tags: ['lamps'] },
          answers: [
            { id: 'gone', question: null, answer: true },
            { id: 'q1', question: 'When?', answer: 'May' },
          ],
        },
      },
    });
    expect(await deliveries()).toMatchObject([
      { event: 'lead.created', state: 'sent', tries: 1, answer: 204 },
      { event: 'lead.updated', state: 'sent', tries: 1, answer: 204 },
    ]);
  });

  it('waits ten seconds after a change, and is not sent for a change that was rolled back', async () => {
    await meet(owner, visitor);
    await webhooksWorker(deps).runOnce();
    expect(receiver.received).toEqual([]);
    await round();
    await expect(
      server.ctx.db.transaction(async (tx) => {
        await tx.query('insert into public.leads (owner_id, person_id) values ($1, $2)', [
          owner.profileId,
          visitor.profileId,
        ]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await round();
    expect(receiver.received).toHaveLength(1);
  });

  it('tells no more of a person than the owner sees, and nothing of one who is gone', async () => {
    await meet(owner, visitor);
    await visitor.client.rpc('share_card', { person: owner.profileId, withhold: ['phone'] }).throwOnError();
    await round();
    expect(verified(receiver.received[0] as ReceivedCall).data.person.phone).toBeNull();
    await note({ note: 'Call back' });
    await visitor.client
      .from('blocks')
      .insert({ blocker_id: visitor.profileId, blocked_id: owner.profileId })
      .throwOnError();
    await round();
    const seen = await owner.client.from('lead_list').select('person_id').throwOnError();
    expect(receiver.received).toHaveLength(1 + seen.data.length);
  });

  it('has the leads of its owner’s own booth, after the owner has joined the booth of another', async () => {
    const boss = await server.person({ role: 'vendor', name: 'Vera' });
    const code = await makeCode(owner, owner.profileId);
    const { visitor: both } = await visit(server, await makeCode(boss, boss.profileId));
    await boss.client
      .from('leads')
      .insert({ owner_id: boss.profileId, person_id: both.profileId, note: 'Secret', rating: 5, tags: ['x'] })
      .throwOnError();
    await join(boss, owner);
    await both.client.rpc('join_booth', { code }).throwOnError();
    await round();
    expect(receiver.received).toHaveLength(1);
    expect(verified(receiver.received[0] as ReceivedCall)).toMatchObject({
      type: 'lead.created',
      data: { person: { id: both.profileId }, lead: { note: null, rating: null, tags: [], version: 0 } },
    });
    // Vera has not met this person.
    await visit(server, code);
    await round();
    expect(receiver.received).toHaveLength(2);
  });
});

describe('an endpoint that takes long', () => {
  let other: Person;
  beforeEach(async () => {
    other = await server.person({ role: 'vendor', name: 'Vera' });
    await call(other, '/webhook', { url: `${receiver.url}/other` });
  });

  /** So many people are met. */
  async function meetSome(vendor: Person, count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await meet(vendor, await server.person({ role: 'visitor' }));
    }
  }

  it('gets one call at a time, and holds up no other', async () => {
    await meetSome(owner, 2);
    await meetSome(other, 3);
    const calls = { slow: 0, other: 0 };
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const working = round({
      async send({ url }) {
        calls[url === receiver.url ? 'slow' : 'other'] += 1;
        if (url === receiver.url) await held;
        return { answer: 204, failure: null };
      },
    });
    try {
      await expect.poll(() => calls).toEqual({ slow: 1, other: 3 });
    } finally {
      answer();
      await working;
    }
    expect(calls).toEqual({ slow: 2, other: 3 });
  });

  it('comes after those that have waited longer', async () => {
    await meetSome(owner, 1);
    await meetSome(other, 1);
    const claimFor = async (busy: string[]) => {
      const [claimed, ...more] = await claimDeliveries(deps.db, 1, busy);
      expect(more).toEqual([]);
      return claimed;
    };
    for (const first of [owner, other]) {
      await server.sql(
        `update public.webhook_deliveries set
           due_at = now() - case when owner_id = $1 then interval '2 minutes' else interval '1 minute' end`,
        [first.profileId],
      );
      const claimed = await claimFor([]);
      expect(claimed?.userId).toBe(first.userId);
      const next = await claimFor([claimed?.endpointId ?? '']);
      expect(next?.userId).toBe((first === owner ? other : owner).userId);
    }
  });
});

describe('an endpoint that does not take deliveries', () => {
  it('gets each eight times over a day under one id, and is paused until its owner resumes', async () => {
    await meet(owner, visitor);
    receiver.answers.push(...Array.from({ length: 8 }, () => 500));
    for (let turn = 1; turn <= 8; turn += 1) await round();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(8);
    const [failed] = await deliveries();
    expect(failed).toMatchObject({ state: 'failed', tries: 8, answer: 500 });
    expect(await endpoint()).toMatchObject({ failing_since: expect.any(String), paused_at: null });

    // A day later the next failure pauses it, and what comes then waits.
    await server.sql(
      `update public.webhook_endpoints set failing_since = now() - interval '25 hours' where owner_id = $1`,
      [owner.profileId],
    );
    await note({ note: 'Wants samples' });
    receiver.answers.push(503);
    await round();
    expect(await endpoint()).toMatchObject({ paused_at: expect.any(String) });
    await round();
    expect(receiver.received).toHaveLength(9);

    await owner.client.rpc('resume_webhook').throwOnError();
    await owner.client.rpc('resend_webhook', { delivery_id: failed?.id }).throwOnError();
    await round();
    expect(receiver.received).toHaveLength(11);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(await endpoint()).toMatchObject({ failing_since: null, paused_at: null });
  });

  it('is left alone for a minute after a failure, and the next try of a delivery comes later', async () => {
    await meet(owner, visitor);
    receiver.answers.push(500);
    await round();
    await server.sql(`update public.webhook_deliveries set due_at = now() where state = 'waiting'`);
    await webhooksWorker(deps).runOnce();
    expect(receiver.received).toHaveLength(1);
    const [row] = await server.sql<{ rest: number }>(
      `select extract(epoch from rests_until - now())::int as rest from public.webhook_endpoints where owner_id = $1`,
      [owner.profileId],
    );
    expect(row?.rest).toBeGreaterThan(50);
  });

  it('is not followed elsewhere, not waited for, and no more is sent once it says that it is gone', async () => {
    await meet(owner, visitor);
    receiver.answers.push(302, null, 410);
    await round();
    expect(await deliveries()).toMatchObject([{ state: 'waiting', answer: 302, failure: 'redirect' }]);
    await round({ send: createSendWebhook(receiver.agent, 3_000) });
    expect(await deliveries()).toMatchObject([{ answer: null, failure: 'timeout', tries: 2 }]);
    await round();
    expect(receiver.received).toHaveLength(3);
    expect(await endpoint()).toMatchObject({ paused_at: expect.any(String) });
  });

  it('is tested with a ping, which is tried once, even while it is paused', async () => {
    await server.sql('update public.webhook_endpoints set paused_at = now() where owner_id = $1', [
      owner.profileId,
    ]);
    receiver.answers.push(500);
    await owner.client.rpc('test_webhook').throwOnError();
    await webhooksWorker(deps).runOnce();
    expect(verified(receiver.received[0] as ReceivedCall)).toMatchObject({ type: 'ping', data: {} });
    expect(await deliveries()).toMatchObject([{ event: 'ping', state: 'failed', tries: 1, answer: 500 }]);
    for (let turn = 2; turn <= 10; turn += 1) await owner.client.rpc('test_webhook').throwOnError();
    expect((await owner.client.rpc('test_webhook')).error?.code).toBe('PT429');
  });
});

describe('the log and the secret', () => {
  it('keeps the last hundred deliveries', async () => {
    const [{ id }] = (await server.sql<{ id: string }>(
      'select id from public.webhook_endpoints where owner_id = $1',
      [owner.profileId],
    )) as [{ id: string }];
    await server.sql(
      `insert into public.webhook_deliveries (endpoint_id, owner_id, event, state)
       select $1, $2, 'ping', 'sent' from generate_series(1, 120)`,
      [id, owner.profileId],
    );
    await meet(owner, visitor);
    await round();
    const log = await deliveries();
    expect(log).toHaveLength(100);
    expect(log.at(-1)).toMatchObject({ event: 'lead.created', state: 'sent' });
  });

  it('is shown once, is encrypted, and signs nothing after it was replaced', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await call(owner, '/webhook', { url: receiver.url })).body).toEqual({ secret: null });
    const stored = await server.sql<{ secret: string }>('select secret from private.webhook_secrets');
    expect(stored.every((row) => row.secret.startsWith('sealed.v1.'))).toBe(true);
    const replaced = (await call(owner, '/webhook-secret')).body.secret as string;
    await meet(owner, visitor);
    await round();
    expect(() => verified(receiver.received[0] as ReceivedCall)).toThrow();
    expect(verified(receiver.received[0] as ReceivedCall, replaced).type).toBe('lead.created');
  });

  it('are for owners of booths, and for public https addresses', async () => {
    expect((await call(null, '/webhook', { url: receiver.url })).status).toBe(401);
    expect((await call(visitor, '/webhook', { url: receiver.url })).status).toBe(403);
    expect((await call(owner, '/webhook', { url: 'http://hooks.example/x' })).status).toBe(400);
    expect((await call(owner, '/webhook', { url: `https://hooks.example/${'x'.repeat(1000)}` })).status).toBe(
      400,
    );
    const other = await server.person({ role: 'vendor', name: 'Vic' });
    expect((await call(other, '/webhook-secret')).status).toBe(404);
    await owner.client.from('webhook_endpoints').delete().eq('owner_id', owner.profileId).throwOnError();
    await meet(owner, visitor);
    await round();
    expect(receiver.received).toEqual([]);
  });
});
