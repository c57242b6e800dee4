import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import { systemClock } from '@dragoman/functions/providers/retry';
import type { RequestScope } from '@dragoman/supabase-server/db/database-types';
import { BadJsonError, readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { findSignerClaims, signerOf } from '@dragoman/supabase-server/storage/data/signers';
import { contentDisposition } from '@dragoman/supabase-server/storage/rules/content-disposition';
import { type Context, Hono } from 'hono';
import { ZodError, z } from 'zod';
import type { AppContext } from '../context.ts';
import { refuseCall } from '../util/user-calls.ts';

/** Per user, in this process. */
const PER_USER: CallerLimits = { calls: 60, windowMs: 60_000, atOnce: 4 };
/** More than an id needs. */
const BODY_BYTES = 1_000;

/** The life of a link, in seconds: it is used right after it was asked for. */
const LINK_SECONDS = 10 * 60;

/** A file that is made for the person who asks for it. */
export interface MadeFile {
  name: string;
  /** Its media type, with the character set. */
  type: string;
  text: string;
}

/** What a route of {@link createFileLinkRoutes} makes files of. */
export interface FileSource {
  /** The name of the function below /functions/v1, and the purpose of its tokens. */
  name: string;
  /** The member of the request's body that has the id. */
  key: string;
  /** What a caller is told who cannot see the row. */
  missing: string;
  /**
   * Makes the file with the rights of the person who asks.
   * @returns null for a row that is not there, or that they cannot see
   */
  make(scope: RequestScope, id: string): Promise<MadeFile | null>;
}

/** What a link leads to, and who has asked for it. */
const grantSchema = z.object({
  /** The id of the row that the file is made of. */
  id: z.uuid(),
  signer: z.object({ role: z.string(), sub: z.string().nullable(), session: z.uuid().nullable() }),
});

type Deps = Pick<AppContext, 'db' | 'signingKeys' | 'authenticator'>;

/**
 * A file behind a plain link, for browsers that save nothing that a page has made itself
 * (docs/adr/0059). To be mounted at /functions/v1.
 *
 * - `POST /{name}` with `{ [key]: id }` answers `{ path }`, relative to the function's address, valid
 *   for ten minutes. 401 without a session, 404 for a row that the caller cannot see.
 * - `GET /{name}?token=` sends the file. Row-level security decides again, as the user who has asked
 *   for the link.
 */
export function createFileLinkRoutes(
  { db, signingKeys, authenticator }: Deps,
  { name, key, missing, make }: FileSource,
): Hono<ServerEnv> {
  const limit = createCallerLimit(PER_USER, systemClock);
  const bodySchema = z.object({ [key]: z.uuid() });
  const routes = new Hono<ServerEnv>();
  routes.onError((error, c) => refuse(error, c, key));

  routes.post(`/${name}`, async (c) => {
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
      const id = bodySchema.parse(await readJson(c, BODY_BYTES))[key] as string;
      if (!(await make({ role, claims, readOnly: true }, id))) return c.json({ error: missing }, 404);
      const iat = Math.floor(Date.now() / 1000);
      const grant = { id, signer: signerOf(claims) };
      // Tokens of this purpose are valid for nothing else: see SigningKeys.verifyPurpose.
      const token = await signingKeys.sign({ aud: name, ...grant, iat, exp: iat + LINK_SECONDS });
      return c.json({ path: `?token=${token}` });
    } finally {
      admission.done();
    }
  });

  routes.get(`/${name}`, async (c) => {
    c.header('Cache-Control', 'no-store');
    const token = await signingKeys.verifyPurpose(c.req.query('token') ?? '', name);
    const { id, signer } = grantSchema.parse(token);
    const claims = await findSignerClaims(db, signer);
    const file = claims && (await make({ role: claims.role, claims, readOnly: true }, id));
    if (!file) return c.json({ error: missing }, 404);
    return c.body(file.text, 200, {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(file.name) ?? 'attachment',
    });
  });

  return routes;
}

function refuse(error: Error, c: Context<ServerEnv>, key: string): Response {
  if (error instanceof ZodError || error instanceof BadJsonError) {
    return c.json({ error: `Expected { "${key}": an id }` }, 400);
  }
  if (error instanceof TokenError && error.fault !== 'ended' && error.fault !== 'second_factor') {
    return c.json({ error: 'The link has expired or is damaged. Ask for a new one.' }, 401);
  }
  return refuseCall(error, c);
}
