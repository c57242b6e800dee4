import { AUTH_STORAGE_KEY } from './auth-storage.ts';
import { clearFormDrafts } from './form-drafts.ts';
import { clearRememberedTargets } from './remembered-targets.ts';

/** Keys under which clients of this protocol have kept sessions before they had a product-specific key. */
const OLD_AUTH_KEY = /^(supabase\.auth\.token|sb-.+-auth-token)/;

/** Leaves nothing of the user in this browser after signing out (spec section 4, "Logout"). */
export function forgetBrowserState(): void {
  clearRememberedTargets();
  clearFormDrafts();
  try {
    for (const key of Object.keys(localStorage)) {
      if (OLD_AUTH_KEY.test(key) || key.startsWith(AUTH_STORAGE_KEY)) localStorage.removeItem(key);
    }
    // What this tab remembers of the product: drafts, the chats it has shown.
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('dragoman-')) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}
