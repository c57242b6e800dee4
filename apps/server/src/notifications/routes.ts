import { EMAIL_ADDRESS } from '@dragoman/domain/email-address';
import { isLanguage, type Language } from '@dragoman/domain/languages';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import { readJson } from '@dragoman/supabase-server/http/body';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { type Caller, callerOf, Refusal, refuseCall } from '../util/user-calls.ts';
import { BUTTON, fillIn, mailHeading, mailPage, SOFT } from './mail-parts.ts';
import {
  createMailedPage,
  type MailedLink,
  mailedAddress,
  readerSchema,
  STOP_MAILS,
} from './mailed-links.ts';
import { createMailing, type Mailing, pushSubject } from './notifier.ts';

/** Devices that get a person's pushes; a further one takes the oldest one's place. */
const MOST_DEVICES = 10;
const BODY_BYTES = 4_000;
/** Per user. */
const SUBSCRIPTIONS: CallerLimits = { calls: 20, windowMs: 60_000, atOnce: 2 };
const HOUR_MS = 60 * 60_000;
/** Per guest, per address and per network: guests are made freely, and each call sends a mail. */
const MAILS: CallerLimits = { calls: 3, windowMs: HOUR_MS, atOnce: 1 };
const MAILS_OF_NETWORK: CallerLimits = { calls: 60, windowMs: HOUR_MS, atOnce: 10 };

const subscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) }),
});
const addressSchema = z.object({ address: z.string().max(320).regex(EMAIL_ADDRESS).nullable() });

const confirmSchema = readerSchema.extend({ address: z.string() });

/** Confirms the address of a guest, who gets mails from then on. */
const CONFIRM_ADDRESS: MailedLink<z.infer<typeof confirmSchema>> = {
  path: '/confirm-missed-reply-address',
  purpose: 'missed-replies-confirm',
  seconds: 24 * 60 * 60,
  grant: confirmSchema,
  texts: {
    en: {
      title: 'Confirm your address',
      text: '{app} will send unread messages to this address.',
      action: 'Confirm address',
      done: 'The address is confirmed. You can close this page.',
    },
    zh: {
      title: '确认邮箱地址',
      text: '{app} 会把未读消息发送到此邮箱。',
      action: '确认邮箱',
      done: '邮箱已确认，您可以关闭此页面。',
    },
    ar: {
      title: 'أكّد عنوانك',
      text: 'سيرسل {app} الرسائل غير المقروءة إلى هذا العنوان.',
      action: 'تأكيد العنوان',
      done: 'تم تأكيد العنوان. يمكنك إغلاق هذه الصفحة.',
    },
  },
  async apply(db, { profile, address }) {
    await db.execute(
      `update public.notification_settings set address_confirmed_at = coalesce(address_confirmed_at, now()), email = true
       where owner_id = $1 and address = $2`,
      [profile, address],
    );
  },
};

/** The mail with the link {@link CONFIRM_ADDRESS}. `{app}`: the product. */
const CONFIRM_MAIL: Record<Language, { subject: string; body: string; ignore: string }> = {
  en: {
    subject: 'Confirm your address for {app}',
    body: 'Someone, probably you, wants to get unread messages of {app} at this address.',
    ignore: 'If it was not you, ignore this mail. You will get no other.',
  },
  zh: {
    subject: '请确认您在 {app} 的邮箱地址',
    body: '有人（可能是您本人）希望用此邮箱接收 {app} 的未读消息。',
    ignore: '如果不是您本人的操作，请忽略此邮件，您不会再收到其他邮件。',
  },
  ar: {
    subject: 'أكّد عنوانك في {app}',
    body: 'طلب شخص ما، وغالبًا أنت، أن تصل الرسائل غير المقروءة في {app} إلى هذا العنوان.',
    ignore: 'إن لم تكن أنت فتجاهل هذه الرسالة، ولن تصلك غيرها.',
  },
};

/**
 * The requests of people about how they are told of things, where the database cannot decide alone,
 * and the pages behind their mails; the rest they write to `notification_settings` and
 * `push_subscriptions`. To be mounted at /functions/v1.
 *
 * - `POST /push-subscription` with a PushSubscription's JSON keeps this browser for pushes.
 * - `POST /missed-reply-address` with `{ address }`: a guest leaves an address, which gets a mail
 *   with a link to confirm it; null takes it away.
 */
export function createNotificationRoutes(ctx: AppContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.route('/', createMailedPage(ctx, STOP_MAILS));
  routes.route('/', createMailedPage(ctx, CONFIRM_ADDRESS));
  routes.route('/', createCalls(ctx));
  return routes;
}

function createCalls(deps: AppContext): Hono<ServerEnv> {
  const mailing = createMailing(deps);
  const sendsPushes = pushSubject(deps.config) !== null;
  const routes = new Hono<ServerEnv>();
  routes.onError(refuseCall);
  const subscriptions = createCallerLimit(SUBSCRIPTIONS, systemClock);
  const mails = createCallerLimit(MAILS, systemClock);
  const networks = createCallerLimit(MAILS_OF_NETWORK, systemClock);

  routes.post('/push-subscription', async (c) => {
    if (!sendsPushes) throw new Refusal(404, 'This installation sends no pushes');
    const claims = await callerOf(deps, c);
    const admission = subscriptions.admit(claims.sub);
    if (!admission.ok) throw new Refusal(429, 'Too many calls, try again in a minute');
    try {
      const { endpoint, keys } = subscriptionSchema.parse(await readJson(c, BODY_BYTES));
      await deps.publicNetwork.checkEndpoint(new URL(endpoint));
      await keepDevice(deps, claims, { endpoint, ...keys });
      return c.json({ subscribed: true });
    } finally {
      admission.done();
    }
  });

  routes.post('/missed-reply-address', async (c) => {
    if (!mailing) throw new Refusal(404, 'This installation sends no mails');
    const claims = await callerOf(deps, c);
    if (claims.is_anonymous !== true) throw new Refusal(409, 'Mails go to the address of the account');
    const { address } = addressSchema.parse(await readJson(c, BODY_BYTES));
    const me = await profileOf(deps, claims.sub);
    if (address === null) {
      await keepAddress(deps, me.id, null);
      return c.json({ sent: false });
    }
    const network = clientNetwork(clientAddress(c, deps.config));
    const admissions = [
      mails.admit(`user ${claims.sub}`),
      mails.admit(`address ${address.toLowerCase()}`),
      networks.admit(network),
    ];
    try {
      if (admissions.some(({ ok }) => !ok)) throw new Refusal(429, 'Too many mails, try again in an hour');
      await keepAddress(deps, me.id, address);
      await sendConfirmation(deps, mailing, { ...me, address });
      return c.json({ sent: true });
    } finally {
      for (const admission of admissions) if (admission.ok) admission.done();
    }
  });
  return routes;
}

async function keepDevice(
  { db }: Pick<AppContext, 'db'>,
  claims: Caller,
  device: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  const { id } = await profileOf({ db }, claims.sub);
  await db.transaction(async (tx) => {
    // Serialises devices that are added at the same time.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('push_subscriptions:' || $1::text, 0))`, [
      id,
    ]);
    // A browser that another person was signed in with changes hands.
    await tx.execute(
      `insert into public.push_subscriptions (owner_id, endpoint, p256dh, auth, session_id) values ($1, $2, $3, $4, $5)
       on conflict (endpoint) do update set owner_id = excluded.owner_id, p256dh = excluded.p256dh,
         auth = excluded.auth, session_id = excluded.session_id, created_at = clock_timestamp()`,
      [id, device.endpoint, device.p256dh, device.auth, claims.session_id],
    );
    await tx.execute(
      `delete from public.push_subscriptions where id in (
         select id from public.push_subscriptions where owner_id = $1 order by created_at desc offset $2)`,
      [id, MOST_DEVICES],
    );
  });
}

async function keepAddress(
  { db }: Pick<AppContext, 'db'>,
  id: string,
  address: string | null,
): Promise<void> {
  await db.execute(
    `insert into public.notification_settings as known (owner_id, address) values ($1, $2)
     on conflict (owner_id) do update set address = excluded.address, address_confirmed_at =
       case when known.address = excluded.address then known.address_confirmed_at end`,
    [id, address],
  );
}

async function sendConfirmation(
  { signingKeys, log }: Pick<AppContext, 'signingKeys' | 'log'>,
  { mailer, publicUrl, appName }: Mailing,
  { id, language, address }: Me & { address: string },
): Promise<void> {
  const grant = { profile: id, language, address };
  const link = await mailedAddress(signingKeys, publicUrl, CONFIRM_ADDRESS, grant);
  try {
    await mailer.send(renderConfirmation({ to: address, app: appName(), language, link }));
  } catch {
    log.warn({}, 'a mail that confirms an address could not be sent');
    throw new Refusal(400, 'The mail server did not take the address');
  }
}

/** @returns the mail that asks for a click before an address gets any other */
export function renderConfirmation(options: {
  to: string;
  app: string;
  language: Language;
  link: string;
}): Mail {
  const { to, app, language, link } = options;
  const { subject, body, ignore } = CONFIRM_MAIL[language];
  const { action } = CONFIRM_ADDRESS.texts[language];
  const title = fillIn(subject, { app });
  const text = fillIn(body, { app });
  return {
    to,
    subject: title,
    text: [text, link, ignore].join('\n\n'),
    html: mailPage(language, title, [
      mailHeading(title),
      `<p>${escapeHtml(text)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
      `<p style="${SOFT}">${escapeHtml(ignore)}</p>`,
    ]),
  };
}

interface Me {
  id: string;
  language: Language;
}

async function profileOf({ db }: Pick<AppContext, 'db'>, userId: string): Promise<Me> {
  const [row] = await db.query<{ id: string; language: string }>(
    'select id, language from public.profiles where user_id = $1',
    [userId],
  );
  if (!row) throw new Refusal(409, 'Complete your profile first');
  return { id: row.id, language: isLanguage(row.language) ? row.language : 'en' };
}
