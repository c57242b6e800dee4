import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollowUpService, type FollowUpDeps, followUpWorker } from '../../src/follow-ups/service.ts';
import { openTeam, type Team, visit } from '../booth-teams/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

const PUBLIC_URL = 'https://fair.example';

let server: TestServer;
let sink: MailSink;
let deps: FollowUpDeps;
let team: Team;
beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
    MAIL_FROM: 'The Fair <hello@fair.example>',
    PUBLIC_URL,
    AUTH_EMAIL_CONFIRM: 'false',
    // The tests make each round.
    MISSED_REPLIES_SECONDS: '0',
  });
  const service = createFollowUpService(server.ctx);
  if (!service.deps) throw new Error('The installation sends mails');
  deps = service.deps;
  team = await openTeam(server);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

const round = (change: Partial<FollowUpDeps> = {}) => followUpWorker({ ...deps, ...change }).runOnce();
const mailsTo = (who: Person) => sink.received.filter(({ recipients }) => recipients.includes(who.email));
const mail = (person: Person, subject = 'Our lamps', text = 'Dear Wei,\n<b>thank you</b>.') => ({
  personId: person.profileId,
  subject,
  text,
});

/** A visitor of the booth, who has a chat with it. */
async function lead({ code }: Team = team): Promise<Person> {
  return (await visit(server, code)).visitor;
}

async function send(who: Person | null, mails: unknown[]): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.url}/functions/v1/follow-ups`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.accessToken}` }),
    },
    body: JSON.stringify({ mails }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function shown(who: Person, person: Person) {
  const { data } = await who.client.rpc('follow_up_people').throwOnError();
  return (data as Array<{ person_id: string }>).find(({ person_id }) => person_id === person.profileId);
}

const left = (person: Person, reason: string) => ({
  status: 200,
  body: { queued: 0, leftOut: [{ personId: person.profileId, reason }] },
});

describe('a follow-up', () => {
  it('of a colleague is sent once, with the colleague’s name and reply address, and its words are removed', async () => {
    const wei = await lead();
    expect(await shown(team.omar, wei)).toMatchObject({ obstacle: null, status: null });
    expect(await send(team.omar, [mail(wei)])).toEqual({ status: 200, body: { queued: 1, leftOut: [] } });
    expect(await shown(team.owner, wei)).toMatchObject({ status: 'waiting' });
    await Promise.all([round(), round()]);
    await round();
    const [got, ...more] = mailsTo(wei);
    expect(more).toEqual([]);
    expect(got?.from).toBe('hello@fair.example');
    expect(got?.mail.from).toEqual({ name: 'Omar', address: 'hello@fair.example' });
    expect(got?.mail.replyTo).toEqual([{ name: 'Omar', address: team.omar.email }]);
    expect(got?.mail.subject).toBe('Our lamps');
    expect(got?.mail.text).toContain('Dear Wei,\n<b>thank you</b>.');
    expect(got?.mail.text).toContain(team.omar.email);
    expect(got?.mail.html).toContain('&lt;b&gt;thank you&lt;/b&gt;');
    expect(got?.mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    const [row] = await server.sql('select * from follow_ups where person_id = $1', [wei.profileId]);
    expect(row).toMatchObject({
      status: 'sent',
      subject: null,
      text: null,
      due_at: null,
      owner_id: team.owner.profileId,
      sent_by: team.omar.profileId,
    });
    expect(await shown(team.owner, wei)).toMatchObject({ status: 'sent' });
    // One mail a person a day, no matter which colleague writes it.
    expect(await send(team.owner, [mail(wei)])).toEqual(left(wei, 'today'));
  });

  it('ends with one click of its reader, for this booth', async () => {
    const wei = await lead();
    await send(team.owner, [mail(wei)]);
    await round();
    const link = mailsTo(wei)[0]?.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const served = link.slice(1, -1).replace(PUBLIC_URL, server.url);
    expect((await fetch(served)).status).toBe(200);
    expect(await shown(team.owner, wei)).toMatchObject({ obstacle: null });
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _ of [1, 2]) expect((await fetch(served, { method: 'POST', headers, body })).status).toBe(200);
    expect(await shown(team.owner, wei)).toMatchObject({ obstacle: 'unsubscribed' });
    expect(await send(team.owner, [mail(wei)])).toEqual(left(wei, 'unsubscribed'));
    expect((await fetch(served.replace('token=', 'token=x'), { method: 'POST' })).status).toBe(400);
  });

  it('goes to leads of the booth alone, at a confirmed address that they share', async () => {
    const stranger = await server.person({ role: 'visitor' });
    expect(await send(team.owner, [mail(stranger)])).toEqual(left(stranger, 'unknown'));
    const wei = await lead();
    const other = await server.person({ role: 'vendor' });
    expect(await send(other, [mail(wei)])).toEqual(left(wei, 'unknown'));
    const unproved = await lead();
    await unproved.client
      .from('profiles')
      .update({ email: 'someone@else.example' })
      .eq('id', unproved.profileId)
      .throwOnError();
    expect(await shown(team.owner, unproved)).toMatchObject({ obstacle: 'unconfirmed' });
    expect(await send(team.owner, [mail(unproved)])).toEqual(left(unproved, 'unconfirmed'));
    const shy = await lead();
    await shy.client.rpc('share_card', { person: team.owner.profileId, withhold: ['email'] }).throwOnError();
    expect(await shown(team.owner, shy)).toBeUndefined();
    expect(await send(team.owner, [mail(shy)])).toEqual(left(shy, 'withheld'));
    const parted = await lead();
    await parted.client
      .from('blocks')
      .insert({ blocker_id: parted.profileId, blocked_id: team.owner.profileId })
      .throwOnError();
    expect(await shown(team.owner, parted)).toBeUndefined();
    expect(await send(team.omar, [mail(parted)])).toEqual(left(parted, 'withheld'));
  });

  it('is stopped by what changed after it was approved', async () => {
    const [shy, kept] = [await lead(), await lead()];
    const leaving = team.lina;
    await send(team.owner, [mail(shy)]);
    await send(leaving, [mail(kept)]);
    await shy.client.rpc('share_card', { person: team.owner.profileId, withhold: ['email'] }).throwOnError();
    await leaving.client.rpc('remove_booth_member', { member_id: leaving.profileId }).throwOnError();
    await round();
    expect([mailsTo(shy), mailsTo(kept)]).toEqual([[], []]);
    expect(await shown(team.owner, kept)).toMatchObject({ status: 'failed', reason: 'sender' });
    const [row] = await server.sql('select reason, text from follow_ups where person_id = $1', [
      shy.profileId,
    ]);
    expect(row).toEqual({ reason: 'withheld', text: null });
  });

  it('is tried again after a failure, and fails for good when the server refuses it', async () => {
    const [busy, refused] = [await lead(), await lead()];
    await send(team.owner, [mail(busy), mail(refused)]);
    const failing = (responseCode?: number) => ({
      send: async () => {
        throw Object.assign(new Error('no'), { responseCode });
      },
    });
    await round({ mailer: failing() });
    const waits = await server.sql<{ wait: number; tries: number }>(
      `select extract(epoch from due_at - now())::float as wait, tries from follow_ups
       where status = 'waiting' and person_id = any ($1::uuid[])`,
      [[busy.profileId, refused.profileId]],
    );
    expect(waits.map(({ tries }) => tries)).toEqual([1, 1]);
    for (const { wait } of waits) expect(wait).toBeGreaterThan(30);
    await server.sql('update follow_ups set due_at = now() where person_id = $1', [refused.profileId]);
    await round({ mailer: failing(550) });
    expect(await shown(team.owner, refused)).toMatchObject({ status: 'failed', reason: 'refused' });
    // A process that died leaves it due again; after the last attempt it is given up.
    await server.sql('update follow_ups set due_at = now(), tries = 4 where person_id = $1', [
      busy.profileId,
    ]);
    await round({ mailer: failing() });
    expect(await shown(team.owner, busy)).toMatchObject({ status: 'failed', reason: 'unreachable' });
    // What failed may be sent again.
    expect(await send(team.owner, [mail(busy)])).toMatchObject({ body: { queued: 1 } });
  });

  it('is refused beyond its bounds, and to callers who may not send', async () => {
    // Its day's mails are used up in the end.
    const booth = await openTeam(server);
    const wei = await lead(booth);
    expect((await send(null, [mail(wei)])).status).toBe(401);
    expect((await send(wei, [mail(wei)])).status).toBe(409);
    for (const bad of [
      mail(wei, 'Hello\r\nBcc: all@fair.example'),
      mail(wei, ' '),
      mail(wei, 'x'.repeat(151)),
      mail(wei, 'Hello', 'x'.repeat(5001)),
      mail(wei, 'Hello', ''),
      { ...mail(wei), personId: 'x' },
    ]) {
      expect((await send(booth.owner, [bad])).status).toBe(400);
    }
    expect(
      (
        await send(
          booth.owner,
          Array.from({ length: 51 }, () => mail(wei)),
        )
      ).status,
    ).toBe(400);
    await server.sql('update auth.users set email_confirmed_at = null where id = $1', [booth.omar.userId]);
    expect((await send(booth.omar, [mail(wei)])).status).toBe(409);
    await server.sql(
      `insert into follow_ups (owner_id, person_id, status, due_at, finished_at)
       select $1, $2, 'sent', null, now() - interval '2 days' from generate_series(1, 200)`,
      [booth.owner.profileId, (await lead(booth)).profileId],
    );
    expect((await send(booth.owner, [mail(wei)])).status).toBe(429);
    await round();
    expect(mailsTo(wei)).toEqual([]);
  });
});
