import type { AppContext } from '../context.ts';
import type { AccountAuth } from './account-auth.ts';
import type { FileReader } from './account-reader.ts';

/** Dependencies of the account routes. */
export interface AccountDeps {
  ctx: Pick<AppContext, 'db' | 'log' | 'config' | 'brand' | 'securityLog'>;
  auth: AccountAuth;
  storage: { files: FileReader; sweep(): void };
}
