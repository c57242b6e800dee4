import { AUTH_STORAGE_KEY } from './auth-storage.ts';
import { clearFormDrafts } from './form-drafts.ts';
import { forgetRecordings, forgetUnsent } from './outbox-storage.ts';
import { clearRememberedTargets } from './remembered-targets.ts';
import { CARD_SCANS_DB, forgetNotes } from './unsaved-work.ts';

/** Where `lib/kept-reads.ts` keeps what was read. */
export const KEPT_READS_DB = 'dragoman-kept-reads';

/** Keys under which clients of this protocol have kept sessions before they had a product-specific key. */
const OLD_AUTH_KEY = /^(supabase\.auth\.token|sb-.+-auth-token)/;

/** Signing out does not wait longer than this for the browser's database. */
const PATIENCE_MS = 2_000;

/**
 * Leaves nothing of the user in this browser after signing out (spec section 4, "Logout"). Never rejects.
 * @param profileId the user's profile; undefined for somebody without one, who has written nothing.
 */
export async function forgetBrowserState(profileId: string | undefined): Promise<void> {
  clearRememberedTargets();
  clearFormDrafts();
  try {
    for (const key of Object.keys(localStorage)) {
      if (OLD_AUTH_KEY.test(key) || key.startsWith(AUTH_STORAGE_KEY)) localStorage.removeItem(key);
    }
    // What this tab remembers of the product: drafts, a password recovery.
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('dragoman-')) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
  await Promise.all([
    forgetKeptReads(),
    deleteDatabase(CARD_SCANS_DB),
    profileId ? forgetUnsent(profileId) : forgetRecordings(),
    profileId && forgetNotes(profileId),
  ]);
}

/** Deletes what was kept for times without a network: it belongs to a session, and must not outlive it. Never rejects. */
export function forgetKeptReads(): Promise<void> {
  return deleteDatabase(KEPT_READS_DB);
}

/** Never rejects. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}
