import { isLanguage } from '@dragoman/domain/languages';
import type { AccountSource } from '@dragoman/functions/account/account-source';
import {
  answerDeletion,
  type Credentials,
  type DeletableAccount,
  type DeletionProof,
} from '@dragoman/functions/account/delete-account';
import { createAccountExport } from '@dragoman/functions/account/export-account';
import { accessRefused } from '@dragoman/supabase-server/http/access-refused';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { deleteOrphanedMessages } from '@dragoman/supabase-server/mail/delete-orphaned-messages';
import { type Context, type ErrorHandler, type Handler, Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { type AccountOwner, createAccountReader, type FileReader } from './account-reader.ts';
import { accountSize, deleteAccount } from './delete-account.ts';

/**
 * The parts of the auth service that this folder uses. Every method throws what `onError` turns
 * into an answer, or a `TokenError` for a missing second factor.
 */
interface AccountAuth {
  /**
   * The signed-in user. Refuses a token whose session has ended or lacks the second factor, or
   * whose user was deleted or banned.
   */
  identify(c: Context<ServerEnv>): Promise<AccountOwner>;
  /** Devices on which the user is signed in, newest first. */
  devices(userId: string): Promise<Record<string, unknown>[]>;
  /** The user's passkeys, oldest first, without their keys. */
  passkeys(userId: string): Promise<Record<string, unknown>[]>;
  requiredCredential(c: Context<ServerEnv>): Promise<DeletionProof>;
  /** The signed-in user, who has proved their identity again, for actions that cannot be undone. */
  verifyCredentials(c: Context<ServerEnv>, proof: Credentials): Promise<AccountOwner>;
  onError: ErrorHandler<ServerEnv>;
}

/** Dependencies of the account routes. */
interface AccountDeps {
  ctx: Pick<AppContext, 'db' | 'log' | 'config' | 'brand' | 'securityLog'>;
  auth: AccountAuth;
  storage: { files: FileReader; sweep(): void };
}

/**
 * The functions that export or delete a whole account, to be mounted at /functions/v1. A hosted
 * Supabase runs the same code of `packages/functions` as edge functions, over its own services.
 */
export function createAccountService(
  ctx: AccountDeps['ctx'],
  services: Omit<AccountDeps, 'ctx'>,
): { routes: Hono<ServerEnv> } {
  const routes = new Hono<ServerEnv>();
  const { files } = services.storage;
  if (files === null) return { routes };
  const deps = { ctx, ...services };
  routes.onError((error, c) =>
    error instanceof TokenError ? accessRefused(c, error) : deps.auth.onError(error, c),
  );
  for (const path of ['/export-account', '/delete-account']) {
    routes.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    });
  }
  routes.post('/export-account', exportAccountRoute(deps, files));
  routes.on(['GET', 'POST'], '/delete-account', deleteAccountRoute(deps));
  return { routes };
}

/**
 * `POST /functions/v1/export-account`: everything about the caller as a ZIP (docs/adr/0032).
 * @param files the stored bytes
 */
function exportAccountRoute(deps: AccountDeps, files: NonNullable<FileReader>): Handler<ServerEnv> {
  const answer = createAccountExport(deps.ctx.log);
  return async (c) => {
    const owner = await deps.auth.identify(c);
    return answer(owner.userId, () => openAccount(deps, owner, files, c.req.header('user-agent') ?? null));
  };
}

async function openAccount(
  { ctx, auth }: AccountDeps,
  owner: AccountOwner,
  files: NonNullable<FileReader>,
  userAgent: string | null,
): Promise<AccountSource> {
  const { userId, account } = owner;
  const [profile] = await ctx.db.query<{ language: string }>(
    'select language from public.profiles where user_id = $1',
    [userId],
  );
  const source = {
    userId,
    account,
    devices: await auth.devices(userId),
    passkeys: await auth.passkeys(userId),
    language: isLanguage(profile?.language) ? profile.language : 'en',
    product: ctx.brand.current().brand.name,
    reader: createAccountReader(ctx.db, owner, files),
  } as const;
  await ctx.db.query('select public.record_account_export($1, $2)', [userId, userAgent]);
  return source;
}

/**
 * `GET` and `POST /functions/v1/delete-account` (docs/adr/0032). 422 for a wrong password, 400 for
 * another address than the account's; a session without the second factor that the account has is
 * refused with 403.
 */
function deleteAccountRoute(deps: AccountDeps): Handler<ServerEnv> {
  return async (c) => answerDeletion(c.req.raw, await accountOf(deps, c));
}

/** The account of the call's user. @throws what `auth.onError` turns into a response. */
async function accountOf(
  { ctx, auth, storage }: AccountDeps,
  c: Context<ServerEnv>,
): Promise<DeletableAccount> {
  const { userId } = await auth.identify(c);
  return {
    requiredProof: () => auth.requiredCredential(c),
    size: () => accountSize(ctx.db, userId),
    async verify(proof) {
      await auth.verifyCredentials(c, proof);
    },
    async remove() {
      await deleteAccount(ctx.db, userId);
      storage.sweep();
      await deleteOrphanedMessages(ctx);
      // Without the account's id: nothing of it is left.
      ctx.securityLog.record({
        event: 'account_deleted',
        network: clientNetwork(clientAddress(c, ctx.config)),
      });
    },
  };
}
