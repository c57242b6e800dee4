import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimEmails, claimPushes } from '../../src/missed-replies/jobs.ts';
import type { Person } from '../harness.ts';
import { type Chat, type Fair, jobsOf, openFair, PUBLIC_URL, say } from './support.ts';

let fair: Fair;
beforeAll(async () => {
  fair = await openFair();
});
afterAll(() => fair.stop());

const mailsTo = (address: string) =>
  fair.sink.received.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail);
const header = (mail: { headers: Array<{ key: string; value: string }> } | undefined, key: string) =>
  mail?.headers.find((each) => each.key === key)?.value;
/** The address of a mail's link, on the test's server. */
const served = (link: string) => link.replace(PUBLIC_URL, fair.server.url);
const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`${PUBLIC_URL}${path}\\S*`).exec(text ?? '')?.[0] ?? '';
const settingsOf = async (who: Person) =>
  (await who.client.from('notification_settings').select('*').throwOnError()).data[0];

/** A visitor without an account. */
async function guest(): Promise<Person> {
  const user = await fair.server.signUp();
  await fair.server.sql('update auth.users set is_anonymous = true, email = null where id = $1', [
    user.userId,
  ]);
  const { data } = await user.client.auth.refreshSession();
  const { data: profile } = await user.client
    .from('profiles')
    .insert({ user_id: user.userId, role: 'visitor', name: 'Zoe' })
    .select('id')
    .single()
    .throwOnError();
  return { ...user, accessToken: data.session?.access_token ?? '', profileId: profile.id as string };
}

describe('a mail', () => {
  it('waits ten minutes, has the translation first and a link into the chat', async () => {
    const chat = await fair.chat();
    await say(chat.vendor, chat, 'Good <b>morning</b>', {
      translated_content: '早上好',
      target_language: 'zh',
    });
    await say(chat.vendor, chat, 'How many do you need?');
    expect((await jobsOf(fair, chat.visitor))[0]?.email_wait).toBe(600);
    await fair.roundNow();
    expect(mailsTo(chat.visitor.email)).toEqual([]);
    await fair.round();
    const [mail, ...more] = mailsTo(chat.visitor.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('\u2068Helen Park\u2069 发来新消息');
    expect(mail?.text).toContain('> 早上好\n> Good <b>morning</b>\n> How many do you need?');
    expect(mail?.text).toContain(`${PUBLIC_URL}/chat/${chat.id}`);
    expect(mail?.html).toContain('<html lang="zh" dir="ltr">');
    expect(mail?.html).toContain('Good &lt;b&gt;morning&lt;/b&gt;');
    expect(mail?.messageId).toMatch(/^<missed\.[0-9a-f]{40}@fair\.example>$/);
  });

  it('is one for all chats of a person, and no other within an hour while it is unread', async () => {
    const chat = await fair.chat({ vendor: 'ar' });
    const other = await fair.server.person({ role: 'visitor', name: 'Omar' });
    const { data } = await chat.vendor.client
      .from('sessions')
      .insert({ vendor_id: chat.vendor.profileId, status: 'active' })
      .select('id')
      .single()
      .throwOnError();
    await other.client.rpc('join_session', { session_id: data.id }).throwOnError();
    const second: Chat = { ...chat, id: data.id as string };
    await say(chat.visitor, chat, 'One');
    await say(other, second, 'Two');
    await fair.round();
    const mails = () => mailsTo(chat.vendor.email);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.subject).toBe('رسائل جديدة في Dragoman');
    expect(mails()[0]?.html).toContain('<html lang="ar" dir="rtl">');
    for (const words of ['One', 'Two', chat.id, second.id]) expect(mails()[0]?.html).toContain(words);
    const up_to = new Date(Date.now() + 1000).toISOString();
    await chat.vendor.client.rpc('mark_session_read', { session_id: chat.id, up_to }).throwOnError();
    await say(chat.visitor, chat, 'Three');
    await fair.round();
    expect(mails()).toHaveLength(1);
    await chat.vendor.client.rpc('mark_session_read', { session_id: second.id, up_to }).throwOnError();
    await fair.round();
    expect(mails()).toHaveLength(2);
  });

  it('of five thousand messages is one, with the newest and a number', async () => {
    const chat = await fair.chat({ visitor: 'en' });
    await fair.server.sql(
      `insert into public.messages (session_id, sender_id, content)
       select $1, $2, 'Message ' || n from generate_series(1, 5000) n`,
      [chat.id, chat.vendor.profileId],
    );
    await fair.round();
    const [mail, ...more] = mailsTo(chat.visitor.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Earlier messages: 95+');
    expect(mail?.text?.match(/> Message/g)).toHaveLength(5);
    expect(mail?.text).toContain('> Message 5000');
  });

  it('is tried again when the mail server refuses, with the same Message-ID, and given up in the end', async () => {
    const chat = await fair.chat();
    await fair.server.sql(`update auth.users set email = $2 where id = $1`, [
      chat.visitor.userId,
      `refused-${chat.visitor.userId}@fair.example`,
    ]);
    await say(chat.vendor, chat, 'Hello');
    for (let turn = 0; turn < 7; turn += 1) await fair.round();
    expect((await jobsOf(fair, chat.visitor))[0]).toMatchObject({ email_due_at: null, email_tries: 5 });
    expect(
      fair.sink.attempts.filter((address) => address.startsWith(`refused-${chat.visitor.userId}`)),
    ).toHaveLength(5);
  });

  it('is not sent again after it was, nor while another process sends it', async () => {
    const chat = await fair.chat();
    await say(chat.vendor, chat, 'Hello');
    await fair.server.sql(`update private.missed_replies set email_due_at = now() where profile_id = $1`, [
      chat.visitor.profileId,
    ]);
    await Promise.all(Array.from({ length: 5 }, () => fair.roundNow()));
    await fair.round();
    expect(mailsTo(chat.visitor.email)).toHaveLength(1);
  });

  it('is not sent about messages of days ago', async () => {
    const chat = await fair.chat();
    await say(chat.vendor, chat, 'Hello');
    await fair.server.sql(
      `update private.missed_replies set email_due_at = now() - interval '3 days', push_due_at = now() - interval '3 days'
       where profile_id = $1`,
      [chat.visitor.profileId],
    );
    // Also where such messages are not given up yet: the parts of a round do not wait for each other.
    const { db } = fair.deps;
    const claimed = [...(await claimPushes(db, 100, [])), ...(await claimEmails(db, 100, [])).flat()];
    expect(claimed.filter(({ sessionId }) => sessionId === chat.id)).toEqual([]);
    await fair.roundNow();
    expect(mailsTo(chat.visitor.email)).toEqual([]);
  });
});

describe('the end of mails', () => {
  it('is one POST of a mail program; a GET shows a button and changes nothing', async () => {
    const chat = await fair.chat({ visitor: 'ar' });
    await say(chat.vendor, chat, 'Hello');
    await fair.round();
    const [mail] = mailsTo(chat.visitor.email);
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = /^<(.+)>$/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(link);
    const shown = await fetch(served(link));
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
    const html = await shown.text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<form method="post">');
    expect(await settingsOf(chat.visitor)).toBeUndefined();
    const ended = await fetch(served(link), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(ended.status).toBe(200);
    expect(await settingsOf(chat.visitor)).toMatchObject({ email: false });
    const up_to = new Date(Date.now() + 1000).toISOString();
    await chat.visitor.client.rpc('mark_session_read', { session_id: chat.id, up_to }).throwOnError();
    await say(chat.vendor, chat, 'Again');
    await fair.round();
    expect(mailsTo(chat.visitor.email)).toHaveLength(1);
  });

  it('needs the whole signed token, made for this', async () => {
    const who = await fair.server.person({ role: 'visitor' });
    const { signingKeys } = fair.server.ctx;
    const claims = { profile: who.profileId, language: 'en', exp: Math.floor(Date.now() / 1000) + 60 };
    const right = await signingKeys.sign({ ...claims, aud: 'missed-replies-stop' });
    for (const token of [
      '',
      'x.y.z',
      right.slice(0, -4),
      who.accessToken,
      await signingKeys.sign({ ...claims, aud: 'missed-replies-confirm' }),
      await signingKeys.sign({ ...claims, aud: 'missed-replies-stop', exp: 1 }),
    ]) {
      const answer = await fetch(`${fair.server.url}/functions/v1/unsubscribe?token=${token}`, {
        method: 'POST',
      });
      expect(answer.status, token).toBe(400);
      expect(await answer.text()).toContain('This link does not work');
    }
    expect(await settingsOf(who)).toBeUndefined();
  });
});

describe('a guest’s address', () => {
  it('gets mails once its owner has confirmed it, and none after it was taken away', async () => {
    const chat = await fair.chat();
    const zoe = await guest();
    const { data } = await chat.vendor.client
      .from('sessions')
      .insert({ vendor_id: chat.vendor.profileId, status: 'active' })
      .select('id')
      .single()
      .throwOnError();
    const theirs: Chat = { ...chat, id: data.id as string };
    await zoe.client.rpc('join_session', { session_id: theirs.id }).throwOnError();
    const address = `zoe-${zoe.userId}@home.example`;
    expect(await fair.call(zoe, '/missed-reply-address', { address })).toEqual({
      status: 200,
      body: { sent: true },
    });
    await say(chat.vendor, theirs, 'Hello');
    await fair.round();
    expect(mailsTo(address)).toHaveLength(1);
    const link = linkIn(mailsTo(address)[0]?.text, '/functions/v1/confirm-missed-reply-address');
    expect((await fetch(served(link))).status).toBe(200);
    expect(await settingsOf(zoe)).toMatchObject({ address, address_confirmed_at: null });
    expect((await fetch(served(link), { method: 'POST' })).status).toBe(200);
    expect((await settingsOf(zoe))?.address_confirmed_at).not.toBeNull();
    const read = () =>
      zoe.client
        .rpc('mark_session_read', { session_id: theirs.id, up_to: new Date(Date.now() + 1000).toISOString() })
        .throwOnError();
    await read();
    await say(chat.vendor, theirs, 'Are you still here?');
    await fair.round();
    expect(mailsTo(address)).toHaveLength(2);
    expect((await fair.call(zoe, '/missed-reply-address', { address: null })).status).toBe(200);
    await read();
    await say(chat.vendor, theirs, 'Bye');
    await fair.round();
    expect(mailsTo(address)).toHaveLength(2);
  });

  it('is refused for people with an account, for what is no address, and after three mails', async () => {
    const who = await fair.server.person({ role: 'visitor' });
    expect((await fair.call(who, '/missed-reply-address', { address: 'a@b.example' })).status).toBe(409);
    const zoe = await guest();
    for (const address of ['none', 'a@b', 'a@b.example\r\nBcc: c@d.example', 7]) {
      expect((await fair.call(zoe, '/missed-reply-address', { address })).status).toBe(400);
    }
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { status } = await fair.call(zoe, '/missed-reply-address', { address: `z${turn}@home.example` });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { error } = await zoe.client
      .from('notification_settings')
      .update({ address: 'victim@home.example', address_confirmed_at: new Date().toISOString() })
      .eq('owner_id', zoe.profileId);
    expect(error?.code).toBe('42501');
  });
});
