import { AUTH_STORAGE_KEY } from '../auth/auth-storage.ts';
import { clearRememberedTargets } from '../auth/remembered-targets.ts';
import { clearFormDrafts, DRAFT_PREFIX } from './form-drafts.ts';
import { forgetKeptReads } from './kept-reads-database.ts';
import { forgetExports, forgetUnsaved } from './unsaved-work.ts';

/** Keys under which clients of this protocol have kept sessions before they had a product-specific key. */
const OLD_AUTH_KEY = /^(supabase\.auth\.token|sb-.+-auth-token)/;

/**
 * Removes all of the user's data from this browser after signing out (specification 4.4). Never
 * rejects.
 * @param profileId the user's profile; undefined without a profile, and then without written data
 */
export async function forgetBrowserState(profileId: string | undefined): Promise<void> {
  clearFormDrafts();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(AUTH_STORAGE_KEY)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
  await Promise.all([forgetWhatWasRead(), forgetUnsaved(profileId)]);
}

/**
 * Deletes what the pages have read and what they remember; what was typed, written, recorded or scanned stays. The stored session is
 * the client's to remove. Never rejects.
 */
export async function forgetWhatWasRead(): Promise<void> {
  clearRememberedTargets();
  try {
    for (const key of Object.keys(localStorage)) if (OLD_AUTH_KEY.test(key)) localStorage.removeItem(key);
    // This tab's own data, a password recovery for example.
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('dragoman-') && !key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
  await forgetKeptReads();
}

/** Removes the data of a deleted account, including the record of exports. Never rejects. */
export async function forgetDeletedAccount(profileId: string | undefined): Promise<void> {
  await Promise.all([forgetBrowserState(profileId), profileId && forgetExports(profileId)]);
}
