import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { reminderWorker } from '../../src/meetings/reminders.ts';
import { missedRepliesWorker } from '../../src/missed-replies/worker.ts';
import { createNotifier, type Notifier } from '../../src/notifications/notifier.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type Browser, type PushService, startPushService } from './push-service.ts';

export const PUBLIC_URL = 'https://fair.example';

export interface Fair {
  server: TestServer;
  deps: Notifier;
  sink: MailSink;
  pushes: PushService;
  /** A round in which every chat that waits is due. */
  round(change?: Partial<Notifier>): Promise<void>;
  /** A round as it is at this moment. */
  roundNow(change?: Partial<Notifier>): Promise<void>;
  call(who: Person | null, path: string, body: unknown): Promise<{ status: number; body: unknown }>;
  /** Subscribes a browser of the person's. */
  browserOf(who: Person): Promise<Browser>;
  /** A vendor and a visitor in a chat. */
  chat(languages?: { vendor?: string; visitor?: string }): Promise<Chat>;
  stop(): Promise<void>;
}

export interface Chat {
  id: string;
  vendor: Person;
  visitor: Person;
}

/** The product with a mail server and a push service. */
export async function openFair(): Promise<Fair> {
  const sink = await startMailSink();
  let publicKey = '';
  const pushes = await startPushService(() => publicKey);
  const server = await startTestServer(
    {
      SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
      MAIL_FROM: 'The Fair <hello@fair.example>',
      PUBLIC_URL,
      AUTH_EMAIL_CONFIRM: 'false',
      // The tests make each round.
      MISSED_REPLIES_SECONDS: '0',
    },
    { publicNetwork: { agent: pushes.agent, checkEndpoint: async () => undefined } },
  );
  publicKey = server.ctx.pushKeys.publicKey;
  const deps = createNotifier(server.ctx);

  const roundNow = async (change: Partial<Notifier> = {}) => {
    await reminderWorker({ ...deps, ...change }).runOnce();
    await missedRepliesWorker({ ...deps, ...change }).runOnce();
  };
  const fair: Fair = {
    server,
    deps,
    sink,
    pushes,
    roundNow,
    async round(change) {
      await server.sql(`update private.missed_replies set
        push_due_at = case when push_due_at is not null then now() end,
        email_due_at = case when email_due_at is not null then now() end`);
      await roundNow(change);
    },
    async call(who, path, body) {
      const answer = await fetch(`${server.url}/functions/v1${path}`, {
        method: 'POST',
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          'content-type': 'application/json',
          ...(who && { authorization: `Bearer ${who.accessToken}` }),
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async browserOf(who) {
      const browser = pushes.subscribe();
      const { status, body } = await fair.call(who, '/push-subscription', browser.subscription);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return browser;
    },
    async chat({ vendor: spoken = 'en', visitor: read = 'zh' } = {}) {
      const vendor = await server.person({ role: 'vendor', name: 'Helen Park', language: spoken });
      const visitor = await server.person({ role: 'visitor', name: '李娜', language: read });
      const { data } = await vendor.client
        .from('sessions')
        .insert({ vendor_id: vendor.profileId, status: 'active' })
        .select('id')
        .single()
        .throwOnError();
      await visitor.client.rpc('join_session', { session_id: data.id }).throwOnError();
      return { id: data.id as string, vendor, visitor };
    },
    async stop() {
      await server.stop();
      await pushes.close();
      await sink.close();
    },
  };
  return fair;
}

/** Pushes of which those to one browser are held. */
export function holdPushes(fair: Fair, browser: Browser) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls = { held: 0 };
  const push: Notifier['push'] = async (target, ...rest) => {
    if (target.endpoint !== browser.subscription.endpoint) {
      return (await fair.deps.push?.(target, ...rest)) ?? 'failed';
    }
    calls.held += 1;
    await held;
    return 'sent';
  };
  return { push, calls, release };
}

/** Sends a message. @returns its time */
export async function say(who: Person, chat: Chat, content: string, more: object = {}): Promise<string> {
  const { data } = await who.client
    .from('messages')
    .insert({ session_id: chat.id, sender_id: who.profileId, content, source_language: 'en', ...more })
    .select('created_at')
    .single()
    .throwOnError();
  return data.created_at as string;
}

/** The person's rows of jobs. */
export function jobsOf(fair: Fair, who: Person) {
  return fair.server.sql<{
    session_id: string;
    push_due_at: Date | null;
    email_due_at: Date | null;
    push_tries: number;
    email_tries: number;
    push_wait: number;
    email_wait: number;
  }>(
    `select session_id, push_due_at, email_due_at, push_tries, email_tries,
       extract(epoch from push_due_at - first_at)::float as push_wait,
       extract(epoch from email_due_at - first_at)::float as email_wait
     from private.missed_replies where profile_id = $1`,
    [who.profileId],
  );
}
