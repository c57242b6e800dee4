import { answerDeletion, type DeletableAccount } from '@dragoman/functions/account/delete-account';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { deleteOrphanedMessages } from '@dragoman/supabase-server/mail/delete-orphaned-messages';
import type { Context, Handler } from 'hono';
import type { AccountDeps } from '../deps.ts';
import { accountSize, deleteAccount } from './delete-account.ts';

/**
 * `GET` and `POST /functions/v1/delete-account` (docs/adr/0032). 422 for a wrong password, 400 for
 * another address than the account's; a session without the second factor that the account has is
 * refused with 403.
 */
export function deleteAccountRoute(deps: AccountDeps): Handler<ServerEnv> {
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
