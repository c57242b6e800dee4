import { createStore, type ReadableStore } from '../model/store.ts';

/** A reload or a change of networks is a short absence; only a longer one is shown, in ms. */
export const GRACE_MS = 6_000;

/** Whether the other side is looking at the chat now; `unknown` while disconnected. */
export type Online =
  | { kind: 'unknown' }
  | { kind: 'online' }
  /**
   * @param since ms since 1970, when this client saw them leave; null when they were away before
   */
  | { kind: 'away'; since: number | null };

export interface OnlineStatus {
  online: ReadableStore<Online>;
  /** The server reports presence. */
  seen(present: boolean): void;
  /** The connection is lost. */
  lost(): void;
  stop(): void;
}

/** Turns what the server says of the other side's presence into a sign that does not flicker. */
export function createOnlineStatus(now: () => number): OnlineStatus {
  const online = createStore<Online>({ kind: 'unknown' });
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(leaving);
    leaving = undefined;
  }

  return {
    online,
    seen(present) {
      const { kind } = online.get();
      if (present) {
        cancel();
        if (kind !== 'online') online.set({ kind: 'online' });
      } else if (kind === 'unknown') {
        online.set({ kind: 'away', since: null });
      } else if (kind === 'online' && leaving === undefined) {
        const since = now();
        leaving = setTimeout(() => {
          leaving = undefined;
          online.set({ kind: 'away', since });
        }, GRACE_MS);
      }
    },
    lost() {
      cancel();
      if (online.get().kind !== 'unknown') online.set({ kind: 'unknown' });
    },
    stop: cancel,
  };
}
