import type { AuthState } from '@/shared/auth/auth-context.ts';

/** Who is signed in, once it is known. */
export type KnownAuth = Extract<AuthState, { status: 'signed-in' | 'second-factor' | 'signed-out' }>;

interface Steps {
  /** Makes the cache ready for another user, or for nobody. Never rejects. */
  changeUser(next: string | undefined, before: string | undefined): Promise<void>;
  show(state: KnownAuth): void;
}

/**
 * Shows a user only when the cache is ready for them, however many auth events come meanwhile, and then as the newest one
 * has it. Whoever signs out sees it at once.
 * @returns what is told of each auth event.
 */
export function restoreFirst({ changeUser, show }: Steps): (next: KnownAuth) => void {
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
