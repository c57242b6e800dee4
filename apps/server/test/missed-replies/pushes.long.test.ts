import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../harness.ts';
import { type Fair, holdPushes, jobsOf, openFair, say } from './support.ts';

let fair: Fair;
beforeAll(async () => {
  fair = await openFair();
});
afterAll(() => fair.stop());

describe('a push', () => {
  it('waits ten seconds, is encrypted for the browser, and leads into the chat', async () => {
    const chat = await fair.chat();
    const browser = await fair.browserOf(chat.visitor);
    await say(chat.vendor, chat, 'Good morning', { translated_content: '早上好', target_language: 'zh' });
    expect((await jobsOf(fair, chat.visitor))[0]?.push_wait).toBe(10);
    await fair.roundNow();
    expect(browser.received).toEqual([]);
    await fair.round();
    expect(fair.pushes.problems).toEqual([]);
    expect(browser.received).toEqual([
      {
        content: { title: 'Helen Park', body: '早上好', path: `/chat/${chat.id}`, tag: chat.id },
        topic: chat.id.replaceAll('-', ''),
        urgency: 'high',
        ttl: 86_400,
        subject: 'mailto:hello@fair.example',
      },
    ]);
  });

  it('comes once for a burst, until the chat is read', async () => {
    const chat = await fair.chat();
    const browser = await fair.browserOf(chat.visitor);
    for (let turn = 0; turn < 20; turn += 1) await say(chat.vendor, chat, `Offer ${turn}`);
    await fair.round();
    const last = await say(chat.vendor, chat, 'One more');
    await fair.round();
    expect(browser.received).toHaveLength(1);
    await chat.visitor.client.rpc('mark_session_read', { session_id: chat.id, up_to: last }).throwOnError();
    expect(await jobsOf(fair, chat.visitor)).toEqual([]);
    await say(chat.vendor, chat, 'And now?');
    await fair.round();
    expect(browser.received.map(({ content }) => content.body)).toEqual(['Offer 19', 'And now?']);
  });

  it('comes once for each chat and reader of five thousand messages in one statement', async () => {
    const [chat, other] = [await fair.chat(), await fair.chat()];
    const browsers = [await fair.browserOf(chat.visitor), await fair.browserOf(other.visitor)];
    const earlier = await say(chat.vendor, chat, 'Earlier');
    // To two visitors and to one of their vendors, and in a chat that has no visitor yet.
    const { data: empty } = await chat.vendor.client
      .from('sessions')
      .insert({ vendor_id: chat.vendor.profileId, status: 'active' })
      .select('id')
      .single()
      .throwOnError();
    await fair.server.sql(
      `insert into public.messages (session_id, sender_id, content)
       select (array[$1, $1, $3, $6]::uuid[])[n % 4 + 1], (array[$2, $5, $4, $2]::uuid[])[n % 4 + 1], 'Message ' || n
       from generate_series(1, 5000) n`,
      [chat.id, chat.vendor.profileId, other.id, other.vendor.profileId, chat.visitor.profileId, empty.id],
    );
    const jobs = await fair.server.sql<{
      session_id: string;
      profile_id: string;
      first: boolean;
      waits: number[];
    }>(
      `select m.session_id, m.profile_id, m.first_at = min(msg.created_at) as first,
         array[extract(epoch from m.push_due_at - m.first_at)::int, extract(epoch from m.email_due_at - m.first_at)::int] as waits
       from private.missed_replies m
       join public.messages msg on msg.session_id = m.session_id and msg.recipient_id = m.profile_id
       where m.session_id = any($1) group by m.session_id, m.profile_id`,
      [[chat.id, other.id, empty.id]],
    );
    const expected = [
      [chat.id, chat.visitor],
      [chat.id, chat.vendor],
      [other.id, other.visitor],
    ] as const;
    expect(jobs).toHaveLength(expected.length);
    for (const [session_id, { profileId: profile_id }] of expected) {
      expect(jobs).toContainEqual({ session_id, profile_id, first: true, waits: [10, 600] });
    }
    await fair.round();
    expect(browsers.map(({ received }) => received.length)).toEqual([1, 1]);
    // A read mark between them leaves the rest.
    await chat.visitor.client
      .rpc('mark_session_read', { session_id: chat.id, up_to: earlier })
      .throwOnError();
    expect(await jobsOf(fair, chat.visitor)).toHaveLength(1);
  });

  it('is not lost by a read mark that meets a message which is being written', async () => {
    const chat = await fair.chat();
    await say(chat.vendor, chat, 'Read');
    const writer = new pg.Client({ connectionString: fair.server.databaseUrl });
    await writer.connect();
    try {
      await writer.query('begin');
      await writer.query(
        `insert into public.messages (session_id, sender_id, content, created_at)
         values ($1, $2, 'Unread', now() + interval '1 hour')`,
        [chat.id, chat.vendor.profileId],
      );
      // Another message does not wait for the one that is being written; the read mark does.
      const read = await say(chat.vendor, chat, 'Read, too');
      const marked = chat.visitor.client
        .rpc('mark_session_read', { session_id: chat.id, up_to: read })
        .throwOnError()
        .then();
      await vi.waitFor(async () => {
        const waiting = await fair.server.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%mark_session_read%'`,
        );
        expect(waiting).toHaveLength(1);
      }, 10_000);
      await writer.query('commit');
      await marked;
    } finally {
      await writer.end();
    }
    const [job] = await fair.server.sql<{ later: boolean }>(
      'select first_at > now() as later from private.missed_replies where session_id = $1',
      [chat.id],
    );
    expect(job).toEqual({ later: true });
  });

  it('does not come to a person who reads, and begins again where they stopped', async () => {
    const chat = await fair.chat();
    const browser = await fair.browserOf(chat.visitor);
    const first = await say(chat.vendor, chat, 'Hello');
    await say(chat.vendor, chat, 'Are you there?');
    await chat.visitor.client.rpc('mark_session_read', { session_id: chat.id, up_to: first }).throwOnError();
    expect((await jobsOf(fair, chat.visitor))[0]?.push_wait).toBe(10);
    await chat.visitor.client
      .rpc('mark_session_read', { session_id: chat.id, up_to: new Date(Date.now() + 1000).toISOString() })
      .throwOnError();
    await fair.round();
    expect(browser.received).toEqual([]);
  });

  it('does not come between people who are parted, nor about a request that waits', async () => {
    const chat = await fair.chat();
    const browser = await fair.browserOf(chat.visitor);
    await say(chat.vendor, chat, 'Hello');
    await chat.visitor.client
      .from('blocks')
      .insert({ blocker_id: chat.visitor.profileId, blocked_id: chat.vendor.profileId })
      .throwOnError();
    const stranger = await fair.server.person({ role: 'visitor', name: 'Mallory' });
    const vendorBrowser = await fair.browserOf(chat.vendor);
    const { data } = await stranger.client
      .from('sessions')
      .insert({ vendor_id: chat.vendor.profileId, visitor_id: stranger.profileId })
      .select('id')
      .single()
      .throwOnError();
    await say(stranger, { ...chat, id: data.id }, 'Buy this');
    await fair.round();
    expect(browser.received).toEqual([]);
    expect(vendorBrowser.received).toEqual([]);
  });

  it('hides the words of a person who wants that, and waits for the end of quiet hours', async () => {
    const chat = await fair.chat({ visitor: 'ar' });
    const browser = await fair.browserOf(chat.visitor);
    await chat.visitor.client
      .from('notification_settings')
      .insert({
        owner_id: chat.visitor.profileId,
        show_text: false,
        quiet_from: 22 * 60,
        quiet_until: 7 * 60,
        time_zone: 'Asia/Dubai',
      })
      .throwOnError();
    await say(chat.vendor, chat, 'Secret price');
    // Midnight in Dubai, tomorrow: a job whose time is over for the database would be taken again.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const midnight = Date.parse(`${tomorrow}T20:00:00Z`);
    await fair.round({ now: () => midnight });
    expect(browser.received).toEqual([]);
    const [job] = await jobsOf(fair, chat.visitor);
    const seven = midnight + 7 * 3_600_000;
    expect(job?.push_due_at?.getTime()).toBe(seven);
    await fair.round({ now: () => seven });
    expect(browser.received.map(({ content }) => content.body)).toEqual(['رسالة جديدة']);
  });

  it('is tried again with growing waits, on the device that lacks it alone', async () => {
    const chat = await fair.chat();
    const [good, bad] = [await fair.browserOf(chat.visitor), await fair.browserOf(chat.visitor)];
    bad.answers.push(503, 429);
    await say(chat.vendor, chat, 'Hello');
    const wait = async () => {
      const [job] = await jobsOf(fair, chat.visitor);
      return Math.round(((job?.push_due_at?.getTime() ?? 0) - Date.now()) / 60_000);
    };
    await fair.round();
    expect(await wait()).toBe(1);
    await fair.round();
    expect(await wait()).toBe(5);
    await fair.round();
    expect([good.received.length, bad.received.length]).toEqual([1, 1]);
    bad.answers.push(500, 500, 500, 500, 500, 500);
    await chat.visitor.client.rpc('mark_session_read', {
      session_id: chat.id,
      up_to: new Date(Date.now() + 1000).toISOString(),
    });
    await say(chat.vendor, chat, 'Again');
    for (let turn = 0; turn < 7; turn += 1) await fair.round();
    expect((await jobsOf(fair, chat.visitor))[0]).toMatchObject({ push_due_at: null, push_tries: 5 });
    expect(bad.answers).toHaveLength(1);
  });

  it('forgets devices that answer 404 or 410, and those that are signed out', async () => {
    const chat = await fair.chat();
    const browsers = [await fair.browserOf(chat.visitor), await fair.browserOf(chat.visitor)];
    browsers[0]?.answers.push(410);
    browsers[1]?.answers.push(404);
    const kept = await fair.browserOf(chat.visitor);
    const devices = async () =>
      (await chat.visitor.client.from('push_subscriptions').select('endpoint')).data?.map(
        ({ endpoint }) => endpoint,
      );
    await say(chat.vendor, chat, 'Hello');
    await fair.round();
    expect(kept.received).toHaveLength(1);
    expect(await devices()).toEqual([kept.subscription.endpoint]);
    await fair.server.sql('delete from auth.sessions where user_id = $1', [chat.visitor.userId]);
    await fair.server.sql(
      `update private.missed_replies set push_due_at = now(), pushed_to = '{}' where profile_id = $1`,
      [chat.visitor.profileId],
    );
    await fair.round();
    expect(kept.received).toHaveLength(1);
  });

  it('waits for no device of another person, however long that takes', async () => {
    // The visitor has two chats, in both of which something is unread.
    const chat = await fair.chat();
    const second = await fair.chat();
    await fair.server.sql('update public.sessions set visitor_id = $2 where id = $1', [
      second.id,
      chat.visitor.profileId,
    ]);
    for (const each of [chat, second]) await say(each.vendor, each, 'Hello');
    const slow = holdPushes(fair, await fair.browserOf(chat.visitor));
    const [soon, later] = [await fair.chat(), await fair.chat()];
    const browsers = [await fair.browserOf(soon.visitor), await fair.browserOf(later.visitor)];
    for (const each of [soon, later]) await say(each.vendor, each, 'Hello');
    await fair.server.sql(
      `update private.missed_replies set push_due_at = case when session_id <> $1 then now() end`,
      [later.id],
    );
    const working = fair.roundNow({
      async push(...call) {
        // It is due after the round has begun.
        if (call[0].endpoint === browsers[0]?.subscription.endpoint) {
          await fair.server.sql(
            'update private.missed_replies set push_due_at = now() where session_id = $1',
            [later.id],
          );
        }
        return (await slow.push?.(...call)) ?? 'failed';
      },
    });
    try {
      await expect.poll(() => browsers.map(({ received }) => received.length)).toEqual([1, 1]);
      expect(slow.calls.held).toBe(1);
    } finally {
      slow.release();
      await working;
    }
    expect(slow.calls.held).toBe(2);
  });

  it('is sent once by processes that work at the same time, and by the next one after a crash', async () => {
    const chat = await fair.chat();
    const browser = await fair.browserOf(chat.visitor);
    await say(chat.vendor, chat, 'Hello');
    // Claimed by a process that has died: its lease is over.
    await fair.server.sql(
      `update private.missed_replies set push_due_at = now() - interval '1 second', push_tries = 1 where profile_id = $1`,
      [chat.visitor.profileId],
    );
    await Promise.all(Array.from({ length: 5 }, () => fair.roundNow()));
    expect(browser.received).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it('is bounded: the eleventh device takes the place of the oldest', async () => {
    const who = await fair.server.person({ role: 'visitor' });
    const first = await fair.browserOf(who);
    for (let turn = 0; turn < 10; turn += 1) await fair.browserOf(who);
    const { data } = await who.client.from('push_subscriptions').select('endpoint').throwOnError();
    expect(data).toHaveLength(10);
    expect(data.map(({ endpoint }) => endpoint)).not.toContain(first.subscription.endpoint);
  });

  it('changes hands with the person who is signed in', async () => {
    const one = await fair.server.person({ role: 'visitor' });
    const other = await fair.server.person({ role: 'visitor' });
    const { subscription } = await fair.browserOf(one);
    expect((await fair.call(other, '/push-subscription', subscription)).status).toBe(200);
    expect((await one.client.from('push_subscriptions').select('id')).data).toEqual([]);
    expect((await other.client.from('push_subscriptions').select('id')).data).toHaveLength(1);
  });

  it('is refused without a session, and with a body that names no device', async () => {
    const who = await fair.server.person({ role: 'visitor' });
    const { subscription } = fair.pushes.subscribe();
    expect((await fair.call(null, '/push-subscription', subscription)).status).toBe(401);
    for (const [broken, fault] of [
      [{}, 'endpoint'],
      [{ ...subscription, endpoint: 'http://push.example/1' }, 'endpoint'],
      [{ ...subscription, endpoint: `https://push.example/${'x'.repeat(1000)}` }, 'endpoint'],
      [{ ...subscription, keys: { ...subscription.keys, auth: 'short' } }, 'keys.auth'],
      [null, 'body'],
    ] as const) {
      expect(await fair.call(who, '/push-subscription', broken)).toEqual({
        status: 400,
        body: { error: `${fault}: is not valid` },
      });
    }
  });

  it('is refused for an address that is not public', async () => {
    const careful = await startTestServer({ PUBLIC_URL: 'https://fair.example' });
    try {
      const who = await careful.person({ role: 'visitor' });
      for (const endpoint of [
        'https://127.0.0.1/x',
        'https://169.254.169.254/latest',
        'https://localhost/x',
      ]) {
        const answer = await fetch(`${careful.url}/functions/v1/push-subscription`, {
          method: 'POST',
          headers: { apikey: careful.ctx.apiKeys.publishable, authorization: `Bearer ${who.accessToken}` },
          body: JSON.stringify({ ...fair.pushes.subscribe().subscription, endpoint }),
        });
        expect(answer.status, endpoint).toBe(400);
        expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/public/) });
      }
      expect(await careful.sql('select from public.push_subscriptions')).toEqual([]);
    } finally {
      await careful.stop();
    }
  }, 60_000);
});

it('the private key is encrypted, and the same after a restart', async () => {
  const [row] = await fair.server.sql<{ private_key: string }>('select private_key from dragoman.push_keys');
  expect(row?.private_key).toMatch(/^sealed\.v1\./);
  const again = await startTestServer({ DATABASE_URL: fair.server.databaseUrl });
  expect(again.ctx.pushKeys).toEqual(fair.server.ctx.pushKeys);
  await again.stop();
});
