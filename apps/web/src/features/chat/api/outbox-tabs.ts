import type { ChatMessage } from '../model/chat-message.ts';

type TabMessage = { kind: 'stored' } | { kind: 'accepted'; row: ChatMessage };

/** A tab that the browser has frozen keeps its lock; after this long the others stop waiting for it. */
const LOCK_PATIENCE_MS = 20_000;

/**
 * What the tabs of one writer tell each other, and the lock by which one of them sends at a time. Without the lock (it
 * exists on https and localhost only) order and uniqueness still hold: each tab sends strictly in order, and ids make a
 * second insert of one message harmless.
 */
export function createTabs(
  senderId: string,
  handlers: { onAccepted(row: ChatMessage): void; onStored(): void },
) {
  const name = `dragoman-outbox:${senderId}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'accepted') handlers.onAccepted(data.row);
    else handlers.onStored();
  });
  const tell = (message: TabMessage) => channel?.postMessage(message);

  return {
    tellAccepted: (row: ChatMessage) => tell({ kind: 'accepted', row }),
    tellStored: () => tell({ kind: 'stored' }),
    /** Runs `attempt` while no other tab runs one. */
    exclusively: lockOf(name),
  };
}

/** @returns a function that runs its work while no other tab runs one under the same name. */
export function lockOf(name: string) {
  return async function exclusively<T>(attempt: () => Promise<T>): Promise<T> {
    if (!navigator.locks) return attempt();
    let started = false;
    const run = () => {
      started = true;
      return attempt();
    };
    try {
      return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, run);
    } catch (error) {
      if (started) throw error;
      return attempt();
    }
  };
}
