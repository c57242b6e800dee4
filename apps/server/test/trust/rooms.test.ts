import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  type ServerProcess,
  startProcess,
} from '../realtime/fair.ts';

// Revocation of the right to a chat's private room during a connection:
// supabase/schemas/20_realtime.sql, on two processes with one database.

let database: { url: string; drop(): Promise<void> };
let one: ServerProcess;
let two: ServerProcess;
let vendor: Guest;
let visitor: Guest;
let session: string;

beforeAll(async () => {
  database = await createDatabase();
  one = await startProcess(database.url);
  two = await startProcess(database.url);
});
beforeEach(async () => {
  vendor = await addGuest(one.ctx, 'vendor');
  visitor = await addGuest(one.ctx, 'visitor');
  session = await addSession(one.ctx, vendor, visitor);
});
afterEach(releaseClients);
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await database?.drop();
});

interface Member {
  channel: RealtimeChannel;
  heard: unknown[];
  statuses: string[];
  reasons: string[];
  /** The people present, as the member sees it. */
  present(): string[];
}

function enter(server: ServerProcess, guest: Guest, name = `session:${session}`): Member {
  const channel = clientOf(server, guest).channel(name, {
    config: { private: true, broadcast: { ack: true }, presence: { key: guest.profileId, enabled: true } },
  });
  const member: Member = {
    channel,
    heard: [],
    statuses: [],
    reasons: [],
    present: () => Object.keys(channel.presenceState()).sort(),
  };
  channel.on('broadcast', { event: '*' }, ({ payload }) => member.heard.push(payload));
  channel.on('system' as never, {}, ({ message }: { message: string }) => member.reasons.push(message));
  channel.subscribe((status) => member.statuses.push(status));
  return member;
}

async function inside(...given: Parameters<typeof enter>): Promise<Member> {
  const member = enter(...given);
  await eventually(() => expect(member.statuses).toEqual(['SUBSCRIBED']));
  expect(await member.channel.track({ online: true })).toBe('ok');
  return member;
}

/** Both are in the room and know of each other. */
async function together(): Promise<[Member, Member]> {
  const members: [Member, Member] = [await inside(one, vendor), await inside(two, visitor)];
  const both = [vendor.profileId, visitor.profileId].sort();
  await eventually(() => expect(members.map((member) => member.present())).toEqual([both, both]));
  return members;
}

const type = (member: Member, timeout?: number) =>
  member.channel.send(
    { type: 'broadcast', event: 'typing', payload: { typing: true } },
    timeout ? { timeout } : {},
  );

const run = (text: string, ...values: string[]) => one.ctx.db.query(text, values);
const block = (blocker: Guest, blocked: Guest) =>
  run('insert into blocks (blocker_id, blocked_id) values ($1, $2)', blocker.profileId, blocked.profileId);

describe('who is in the room of a chat', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the visitor blocks the vendor', () => block(visitor, vendor)],
    ['the vendor blocks the visitor', () => block(vendor, visitor)],
    ['the chat is deleted', () => run('delete from sessions where id = $1', session)],
    [
      'the vendor declines',
      () => run(`update sessions set request_state = 'declined' where id = $1`, session),
    ],
    ['the account of one is deleted', () => run('delete from auth.users where id = $1', visitor.userId)],
  ])('is put out at once when %s, and cannot come back', async (_, happen) => {
    const members = await together();
    await happen();
    await eventually(() =>
      expect(members.map(({ statuses }) => statuses)).toEqual([
        ['SUBSCRIBED', 'CLOSED'],
        ['SUBSCRIBED', 'CLOSED'],
      ]),
    );
    const reason = `Unauthorized: You do not have permissions to read from this Channel topic: session:${session}`;
    const [vendors, visitors] = members.map(({ reasons }) => reasons.at(-1));
    expect(vendors).toBe(reason);
    // A deleted user has no session either, and either reason may be found first.
    expect([reason, 'InvalidJWTToken: User from sub claim in JWT does not exist']).toContain(visitors);
    await releaseClients();

    const again = [enter(one, vendor), enter(two, visitor)];
    await eventually(() =>
      expect(again.map(({ statuses }) => statuses[0])).toEqual(['CHANNEL_ERROR', 'CHANNEL_ERROR']),
    );
  });

  it('is put out alone when the visitor of the chat becomes another', async () => {
    const [vendors, visitors] = await together();
    const other = await addGuest(one.ctx, 'visitor');
    await run('update sessions set visitor_id = $2 where id = $1', session, other.profileId);
    await eventually(() => expect(visitors.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
    const next = await inside(two, other);
    await type(next);
    await eventually(() => expect(vendors.heard).toEqual([{ typing: true }]));
    expect(vendors.statuses).toEqual(['SUBSCRIBED']);
    await eventually(() => expect(vendors.present()).toEqual([vendor.profileId, other.profileId].sort()));
  });

  it('stays when a chat with another person ends', async () => {
    const members = await together();
    const other = await addGuest(one.ctx, 'visitor');
    const elsewhere = await addSession(one.ctx, vendor, other);
    const parted = await inside(two, other, `session:${elsewhere}`);
    await block(vendor, other);
    await eventually(() => expect(parted.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
    await type(members[0]);
    await eventually(() => expect(members[1].heard).toEqual([{ typing: true }]));
    expect(members.map(({ statuses }) => statuses)).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
  });

  it('is put out when the word of it was lost, as soon as the connection is back', {
    timeout: 60_000,
  }, async () => {
    const members = await together();
    await runScript(
      database.url,
      `alter table blocks disable trigger recheck_rooms;
       insert into blocks (blocker_id, blocked_id) values ('${visitor.profileId}', '${vendor.profileId}');
       alter table blocks enable trigger recheck_rooms;`,
    );
    // A transaction of its own: the listener may be back before this one commits.
    await runScript(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'dragoman-listen' and datname = current_database();`,
    );
    await eventually(
      () => expect(members.map(({ statuses }) => statuses.at(-1))).toEqual(['CLOSED', 'CLOSED']),
      30_000,
    );
  });

  it('is checked again for the right to speak when rights may have changed', async () => {
    const name = `session:${session}`;
    const [vendors] = await together();
    expect(await type(vendors)).toBe('ok');
    await runScript(
      database.url,
      `create policy "not in ${name}" on realtime.messages as restrictive for insert to authenticated
         with check (realtime.topic() <> '${name}');
       select private.recheck_rooms(array['${session}'::uuid]);`,
    );
    // Without the right there is no answer (supabase-protocol 4.3).
    await eventually(async () => expect(await type(vendors, 300)).toBe('timed out'));
    expect(vendors.statuses).toEqual(['SUBSCRIBED']);
  });
});

describe('many chats that end at once', () => {
  it('are told of within what a notification takes', async () => {
    const members = await together();
    await run(`insert into sessions (vendor_id) select $1 from generate_series(1, 700)`, vendor.profileId);
    await run('delete from sessions where vendor_id = $1', vendor.profileId);
    await eventually(() =>
      expect(members.map(({ statuses }) => statuses.at(-1))).toEqual(['CLOSED', 'CLOSED']),
    );
  });
});
