import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { clientAddress, type ServerEnv } from '../../http/request-info.ts';
import { forgetOrphans } from '../../mail/forget-orphans.ts';
import type { AccountDeps } from '../deps.ts';
import { accountSize, deleteAccount } from './delete-account.ts';

/** `confirmed` protects against an unintended call. */
const bodySchema = z.object({
  confirmed: z.literal(true),
  password: z.string().max(1000).nullish(),
  address: z.string().max(1000).nullish(),
});

/** `GET /functions/v1/delete-account`: what the caller must show, and how much would go. */
export function aboutDeletionRoute({ ctx, gate }: AccountDeps): Handler<ServerEnv> {
  return async (c) => {
    const [proof, { userId }] = [await gate.proofNeeded(c), await gate.identify(c)];
    return c.json({ proof, ...(await accountSize(ctx.db, userId)) });
  };
}

/**
 * `POST /functions/v1/delete-account`: deletes the caller, for good (docs/adr/0032). 422 for a wrong password, 400 for another address than
 * the account's; a session without the second factor that the account has is refused with 403.
 */
export function deleteAccountRoute({ ctx, gate, storage }: AccountDeps): Handler<ServerEnv> {
  return async (c) => {
    const body = bodySchema.safeParse(await readJson(c, ctx.config.limits.bodyBytes));
    if (!body.success) return c.json({ code: 'validation_failed', message: 'confirmed: must be true' }, 400);
    const { password, address } = body.data;
    const { userId } = await gate.prove(c, { password: password ?? null, address: address ?? null });
    await deleteAccount(ctx.db, userId);
    storage.sweep();
    await forgetOrphans(ctx);
    // Without the account's id: nothing of it is left.
    ctx.securityLog.record({
      event: 'account_deleted',
      network: clientNetwork(clientAddress(c, ctx.config)),
    });
    return c.json({ deleted: true });
  };
}
