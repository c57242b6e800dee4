import type { AuthClient } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

/**
 * Kept for the tab, so that a reload does not lose the view. Signing out forgets it with the other
 * keys of the product.
 */
const KEY = 'dragoman-recovery';

const listeners = new Set<() => void>();
let recoveringUser = readStored();

/**
 * Follows the client's recovery events. It must be called as the client is made: the event of a
 * recovery link fires while the client starts, before any page is there to hear it.
 */
export function watchPasswordRecovery(auth: InstanceType<typeof AuthClient>): void {
  auth.onAuthStateChange((event, session) => {
    if (event === 'PASSWORD_RECOVERY') setRecoveringUser(session?.user.id ?? null);
    if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') endPasswordRecovery();
  });
}

/** Forgets that the user came to set a new password. */
export function endPasswordRecovery(): void {
  setRecoveringUser(null);
}

/**
 * @returns whether this user came through a recovery link or code and has not set a new password
 * since.
 */
export function usePasswordRecovery(userId: string | undefined): boolean {
  const recovering = useSyncExternalStore(subscribe, () => recoveringUser);
  return recovering !== null && recovering === userId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setRecoveringUser(userId: string | null): void {
  recoveringUser = userId;
  try {
    if (userId) sessionStorage.setItem(KEY, userId);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload loses the view, nothing else.
  }
  for (const listener of listeners) listener();
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
