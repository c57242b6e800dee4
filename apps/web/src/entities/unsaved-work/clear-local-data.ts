import { AUTH_STORAGE_KEY } from '@/shared/auth/auth-storage.ts';
import { clearPostLoginRedirect } from '@/shared/auth/post-login-redirect.ts';
import { forgetOwner, markEnd, OWNER_KEY } from '@/shared/auth/session-end.ts';
import { unsubscribeFromPush } from '@/shared/browser/push-subscription.ts';
import { clearFormDrafts, DRAFT_PREFIX } from '@/shared/offline/draft-storage.ts';
import { clearOfflineCache } from '@/shared/offline/offline-cache-database.ts';
import { forgetExports, forgetUnsaved } from './unsaved-work.ts';

/**
 * Keys under which clients of this protocol have kept sessions before they had a product-specific
 * key.
 */
const OLD_AUTH_KEY = /^(supabase\.auth\.token|sb-.+-auth-token)/;

/**
 * Removes all of the user's data from this browser after signing out (specification 4.4). What the
 * browser does not delete now is tried again by the next start of the app, see
 * {@link settleEndedSession}. Never rejects.
 * @param profileId the user's profile; undefined without a profile, and then without written data
 */
export async function clearLocalData(profileId: string | undefined): Promise<void> {
  clearFormDrafts();
  markEnd('left');
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(AUTH_STORAGE_KEY) && key !== OWNER_KEY) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
  await clearCachedData();
  await forgetUnsaved(profileId).then(forgetOwner, () => undefined);
}

/**
 * Deletes the pages' cached and remembered data; typed, written, recorded and scanned data stays.
 * The stored session is the client's to remove. Never rejects.
 */
export async function clearCachedData(): Promise<void> {
  clearPostLoginRedirect();
  try {
    for (const key of Object.keys(localStorage)) if (OLD_AUTH_KEY.test(key)) localStorage.removeItem(key);
    // This tab's own data, a password recovery for example.
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('dragoman-') && !key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
  // The next person on this device gets none of the user's messages.
  await Promise.all([clearOfflineCache(), unsubscribeFromPush()]);
}

/** Removes the data of a deleted account, including the record of exports. Never rejects. */
export async function clearDeletedAccount(profileId: string | undefined): Promise<void> {
  await Promise.allSettled([clearLocalData(profileId), profileId && forgetExports(profileId)]);
}
