import type { Queryable } from '@dragoman/supabase-server/db/database';
import { forgetMasterKey } from '@dragoman/supabase-server/keys/forget-master-key';
import { forgetPushKeys } from '../missed-replies/push-keys.ts';

/** Gives up all that a lost master key encrypted: the keys of the server, and those of pushes. */
export async function forgetSecrets(tx: Queryable): Promise<void> {
  await forgetMasterKey(tx);
  await forgetPushKeys(tx);
}
