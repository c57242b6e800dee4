import { EMAIL_ADDRESS } from '@dragoman/domain/email-address';
import { isLanguage, type Language } from '@dragoman/domain/languages';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import { readJson } from '@dragoman/supabase-server/http/body';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Mailer } from '@dragoman/supabase-server/mail/mail';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { type Caller, callerOf, Refusal, refuseCall } from '../util/user-calls.ts';
import { renderConfirmation } from './digest.ts';
import { CONFIRM_PATH, signConfirm } from './mailed-links.ts';

type Deps = Pick<AppContext, 'db' | 'signingKeys' | 'authenticator' | 'config' | 'log'> & {
  /** Checks where an endpoint leads. @throws {InnerHostError} null: no pushes here */
  checkEndpoint: ((endpoint: URL) => Promise<void>) | null;
  /** Null: no mail server. */
  mail: { mailer: Mailer; publicUrl: string } | null;
  appName(): string;
};

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

/**
 * The requests of people about missed replies that the database cannot decide alone; the rest they
 * write to `notification_settings` and `push_subscriptions`. To be mounted at /functions/v1.
 *
 * - `POST /push-subscription` with a PushSubscription's JSON keeps this browser for pushes.
 * - `POST /missed-reply-address` with `{ address }`: a guest leaves an address, which gets a mail
 *   with a link to confirm it; null takes it away.
 */
export function createMissedReplyRoutes(deps: Deps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.onError(refuseCall);
  const subscriptions = createCallerLimit(SUBSCRIPTIONS, systemClock);
  const mails = createCallerLimit(MAILS, systemClock);
  const networks = createCallerLimit(MAILS_OF_NETWORK, systemClock);

  routes.post('/push-subscription', async (c) => {
    if (!deps.checkEndpoint) throw new Refusal(404, 'This installation sends no pushes');
    const claims = await callerOf(deps, c);
    const admission = subscriptions.admit(claims.sub);
    if (!admission.ok) throw new Refusal(429, 'Too many calls, try again in a minute');
    try {
      const { endpoint, keys } = subscriptionSchema.parse(await readJson(c, BODY_BYTES));
      await deps.checkEndpoint(new URL(endpoint));
      await keepDevice(deps, claims, { endpoint, ...keys });
      return c.json({ subscribed: true });
    } finally {
      admission.done();
    }
  });

  routes.post('/missed-reply-address', async (c) => {
    if (!deps.mail) throw new Refusal(404, 'This installation sends no mails');
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
      await sendConfirmation(deps, deps.mail, { ...me, address });
      return c.json({ sent: true });
    } finally {
      for (const admission of admissions) if (admission.ok) admission.done();
    }
  });
  return routes;
}

async function keepDevice(
  { db }: Deps,
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

async function keepAddress({ db }: Pick<Deps, 'db'>, id: string, address: string | null): Promise<void> {
  await db.execute(
    `insert into public.notification_settings as known (owner_id, address) values ($1, $2)
     on conflict (owner_id) do update set address = excluded.address, address_confirmed_at =
       case when known.address = excluded.address then known.address_confirmed_at end`,
    [id, address],
  );
}

async function sendConfirmation(
  { signingKeys, log, appName }: Deps,
  { mailer, publicUrl }: NonNullable<Deps['mail']>,
  { id, language, address }: Me & { address: string },
): Promise<void> {
  const token = await signConfirm(signingKeys, { profile: id, language, address });
  const link = `${publicUrl}/functions/v1${CONFIRM_PATH}?token=${token}`;
  try {
    await mailer.send(renderConfirmation({ to: address, app: appName(), language, link }));
  } catch {
    log.warn({}, 'a mail that confirms an address could not be sent');
    throw new Refusal(400, 'The mail server did not take the address');
  }
}

interface Me {
  id: string;
  language: Language;
}

async function profileOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<Me> {
  const [row] = await db.query<{ id: string; language: string }>(
    'select id, language from public.profiles where user_id = $1',
    [userId],
  );
  if (!row) throw new Refusal(409, 'Complete your profile first');
  return { id: row.id, language: isLanguage(row.language) ? row.language : 'en' };
}
