import { isLanguage } from '@dragoman/domain/languages';
import type { AccountSource } from '@dragoman/functions/account/account-source';
import { createAccountExport } from '@dragoman/functions/account/export-account';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import type { AccountOwner } from './account-auth.ts';
import { createAccountReader, type FileReader } from './account-reader.ts';
import type { AccountDeps } from './deps.ts';

/**
 * `POST /functions/v1/export-account`: everything about the caller as a ZIP (docs/adr/0032).
 * @param files the stored bytes
 */
export function exportAccountRoute(deps: AccountDeps, files: NonNullable<FileReader>): Handler<ServerEnv> {
  const answer = createAccountExport(deps.ctx.log);
  return async (c) => {
    const owner = await deps.auth.identify(c);
    return answer(owner.userId, () => open(deps, owner, files, c.req.header('user-agent') ?? null));
  };
}

async function open(
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
