import type { AppContext } from '../context.ts';
import type { AccountGate } from './account-gate.ts';
import type { FileReader } from './export/file-entries.ts';

/** What this folder works with. */
export interface AccountDeps {
  ctx: Pick<AppContext, 'db' | 'log' | 'config' | 'brand' | 'securityLog'>;
  gate: AccountGate;
  storage: { files: FileReader; sweep(): void };
}
