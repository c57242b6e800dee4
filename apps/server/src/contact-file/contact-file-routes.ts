import { VCARD_MEDIA_TYPE, type VCardContact, vCard, vCardFileName } from '@dragoman/domain/cards/vcard';
import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/translate/retry';
import type { RequestScope } from '@dragoman/supabase-server/db/database-types';
import { accessRefused } from '@dragoman/supabase-server/http/access-refused';
import { BadJsonError, BodyTooLargeError, readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { MissingApiKeyError } from '@dragoman/supabase-server/keys/api-keys';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { findSignerClaims, signerOf } from '@dragoman/supabase-server/storage/data/signers';
import { contentDisposition } from '@dragoman/supabase-server/storage/rules/content-disposition';
import { type Context, Hono } from 'hono';
import { ZodError, z } from 'zod';
import type { AppContext } from '../context.ts';
import { signContactGrant, verifyContactGrant } from './contact-grant.ts';

type Deps = Pick<AppContext, 'db' | 'signingKeys' | 'authenticator'>;

/** Per user, in this process. */
const PER_USER: CallerLimits = { calls: 60, windowMs: 60_000, atOnce: 4 };
/** More than an id needs. */
const BODY_BYTES = 1_000;

const bodySchema = z.object({ person: z.uuid() });

const CONTACT = 'select name, company, phone, email, website from public.shared_profiles where id = $1';

/**
 * A person's contact as a file behind a plain link, for browsers that save nothing that a page has
 * made itself (docs/adr/0068). To be mounted at /functions/v1.
 *
 * - `POST /contact-file` with `{ person }` answers `{ path }`, relative to the function's address,
 *   valid for ten minutes. 401 without a session, 404 for a person whom the caller cannot see.
 * - `GET /contact-file?token=` sends the vCard. Row-level security decides again, as the user who
 *   has asked for the link.
 */
export function createContactFileRoutes({ db, signingKeys, authenticator }: Deps): Hono<ServerEnv> {
  const limit = createCallerLimit(PER_USER, systemClock);
  const routes = new Hono<ServerEnv>();
  routes.onError(refuse);

  async function read(scope: RequestScope, person: string): Promise<VCardContact | null> {
    const values = [person];
    const [row] = await db.request<VCardContact & Record<string, unknown>>(scope, { text: CONTACT, values });
    return row ?? null;
  }

  routes.post('/contact-file', async (c) => {
    c.header('Cache-Control', 'no-store');
    const { role, claims } = await authenticator.authenticate(
      c.req.header('apikey'),
      c.req.header('authorization'),
      c.env.incoming,
    );
    if (role !== 'authenticated' || !claims.sub) return c.json({ error: 'Sign in first' }, 401);
    const admission = limit.admit(claims.sub);
    if (!admission.ok) {
      const seconds = Math.ceil(admission.retryAfterMs / 1000);
      return c.json({ error: `Too many calls, try again in ${seconds} seconds` }, 429, {
        'Retry-After': String(seconds),
      });
    }
    try {
      const { person } = bodySchema.parse(await readJson(c, BODY_BYTES));
      if (!(await read({ role, claims, readOnly: true }, person))) return noContact(c);
      const token = await signContactGrant(signingKeys, { person, signer: signerOf(claims) });
      return c.json({ path: `?token=${token}` });
    } finally {
      admission.done();
    }
  });

  routes.get('/contact-file', async (c) => {
    c.header('Cache-Control', 'no-store');
    const { person, signer } = await verifyContactGrant(signingKeys, c.req.query('token') ?? '');
    const claims = await findSignerClaims(db, signer);
    const contact = claims && (await read({ role: claims.role, claims, readOnly: true }, person));
    if (!contact) return noContact(c);
    const named = { ...contact, name: contact.name || 'Contact' };
    return c.body(vCard(named), 200, {
      'Content-Type': VCARD_MEDIA_TYPE,
      'Content-Disposition': contentDisposition(vCardFileName(named.name)) ?? 'attachment',
    });
  });

  return routes;
}

function noContact(c: Context<ServerEnv>): Response {
  return c.json({ error: 'There is no such person, or you do not see them' }, 404);
}

function refuse(error: Error, c: Context<ServerEnv>): Response {
  if (error instanceof TokenError) {
    return error.fault === 'ended' || error.fault === 'second_factor'
      ? accessRefused(c, error)
      : c.json({ error: 'The link has expired or is damaged. Ask for a new one.' }, 401);
  }
  if (error instanceof MissingApiKeyError) return c.json({ error: error.message }, 401);
  if (error instanceof ZodError || error instanceof BadJsonError) {
    return c.json({ error: 'Expected { "person": the id of a profile }' }, 400);
  }
  if (error instanceof BodyTooLargeError) return c.json({ error: error.message }, 413);
  throw error;
}
