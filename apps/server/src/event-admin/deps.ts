import type { AppContext } from '../context.ts';
import type { ProviderStatus } from '../providers/provider-status.ts';

/** Dependencies of the routes in this folder. */
export interface EventAdminDeps
  extends Pick<
    AppContext,
    'config' | 'db' | 'log' | 'settings' | 'brand' | 'brandPictures' | 'masterKey' | 'securityLog' | 'models'
  > {
  providers: ProviderStatus;
}
