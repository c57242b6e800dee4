import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { callerOf, Refusal, refuseCall } from '../util/user-calls.ts';
import { keepWebhookSecret, newWebhookSecret } from './webhook-secrets.ts';

type Deps = Pick<AppContext, 'db' | 'authenticator' | 'masterKey' | 'publicNetwork'>;

const BODY_BYTES = 4_000;
/** Per user: each call may look up a name. */
const LIMIT: CallerLimits = { calls: 10, windowMs: 60_000, atOnce: 1 };

const endpointSchema = z.strictObject({ url: z.url({ protocol: /^https$/ }).max(1000) });

/**
 * What the owner of a booth decides about its webhook, where the server is needed: it looks up where
 * an address leads, and makes secrets. The rest is in the database (supabase/schemas/29_webhooks.sql).
 * To be mounted at /functions/v1.
 *
 * - `POST /webhook` with `{ url }` sets the endpoint, and sends to it again if it was paused. The
 *   answer of the first time has the secret, which is never shown again.
 * - `POST /webhook-secret` replaces the secret; the old one signs nothing from then on.
 */
export function createWebhookRoutes(deps: Deps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.onError(refuseCall);
  const limit = createCallerLimit(LIMIT, systemClock);

  async function asOwner(
    c: Context<ServerEnv>,
    act: (ownerId: string) => Promise<object>,
  ): Promise<Response> {
    const { sub, is_anonymous } = await callerOf(deps, c);
    const admission = limit.admit(sub);
    if (!admission.ok) throw new Refusal(429, 'Too many calls, try again in a minute');
    try {
      if (is_anonymous === true) throw new Refusal(403, 'Guests have no webhooks');
      return c.json(await act(await ownBooth(deps, sub)));
    } finally {
      admission.done();
    }
  }

  routes.post('/webhook', (c) =>
    asOwner(c, async (ownerId) => {
      const { url } = endpointSchema.parse(await readJson(c, BODY_BYTES));
      await deps.publicNetwork.checkEndpoint(new URL(url));
      return { secret: await setEndpoint(deps, ownerId, url) };
    }),
  );

  routes.post('/webhook-secret', (c) =>
    asOwner(c, async (ownerId) => {
      const secret = newWebhookSecret();
      await deps.db.transaction(async (tx) => {
        const [endpoint] = await tx.query<{ id: string }>(
          'select id from public.webhook_endpoints where owner_id = $1 for update',
          [ownerId],
        );
        if (!endpoint) throw new Refusal(404, 'There is no webhook');
        await keepWebhookSecret(tx, deps.masterKey, endpoint.id, secret);
      });
      return { secret };
    }),
  );
  return routes;
}

/** @returns the secret of a new endpoint; null where there was one */
function setEndpoint({ db, masterKey }: Deps, ownerId: string, url: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string; known: boolean }>(
      `insert into public.webhook_endpoints as known (owner_id, url) values ($1, $2)
       on conflict (owner_id) do update set url = excluded.url, paused_at = null, failing_since = null,
         rests_until = null
       returning id, exists (select 1 from private.webhook_secrets s where s.endpoint_id = known.id) as known`,
      [ownerId, url],
    );
    if (!row || row.known) return null;
    const secret = newWebhookSecret();
    await keepWebhookSecret(tx, masterKey, row.id, secret);
    return secret;
  });
}

/** @throws {Refusal} for who owns no booth */
async function ownBooth({ db }: Deps, userId: string): Promise<string> {
  const [me] = await db.query<{ id: string; role: string; owns: boolean }>(
    'select id, role, private.booth_of(id) = id as owns from public.profiles where user_id = $1',
    [userId],
  );
  if (me?.role !== 'vendor') throw new Refusal(403, 'Webhooks are for vendors');
  if (!me.owns) throw new Refusal(403, 'The owner of the booth sets its webhook');
  return me.id;
}
