import type { AuthState } from '@/shared/auth/auth-context.ts';

/** The user's sign-in state, once it is known. */
export type KnownAuth = Extract<AuthState, { status: 'signed-in' | 'second-factor' | 'signed-out' }>;

interface Steps {
  /** Prepares the cache for another user, or for the signed-out state. Never rejects. */
  changeUser(next: string | undefined, before: string | undefined): Promise<void>;
  show(state: KnownAuth): void;
}

/**
 * Shows a user only once the cache is ready for them, however many auth events arrive in the
 * meantime, and then as the newest event has it. A sign-out shows at once.
 * @returns the handler of auth events
 */
export function restoreBeforeRender({ changeUser, show }: Steps): (next: KnownAuth) => void {
  let userId: string | undefined;
  let ready = Promise.resolve();
  let latest: KnownAuth | undefined;

  return (next) => {
    const nextId = next.status === 'signed-in' ? next.user.id : undefined;
    latest = next;
    if (nextId !== userId) ready = changeUser(nextId, userId);
    userId = nextId;
    if (!nextId) return show(next);
    void ready.then(() => {
      if (latest === next) show(next);
    });
  };
}
