import type { Queryable } from '@dragoman/supabase-server/db/database';
import { forgetMasterKey } from '@dragoman/supabase-server/keys/forget-master-key';
import { forgetPushKeys } from '../notifications/push.ts';
import { forgetWebhooks } from '../webhooks/webhook-secrets.ts';

/** Gives up all that a lost master key encrypted: the keys of the server, those of pushes, and webhooks. */
export async function forgetSecrets(tx: Queryable): Promise<void> {
  await forgetMasterKey(tx);
  await forgetPushKeys(tx);
  await forgetWebhooks(tx);
}
