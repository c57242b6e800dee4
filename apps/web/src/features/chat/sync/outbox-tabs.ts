import { tabLock } from '@/shared/async/tab-lock.ts';
import { outboxChannel } from '@/shared/offline/outbox-storage.ts';
import type { ChatMessage } from '../model/chat-message.ts';

type TabMessage = { kind: 'stored' } | { kind: 'accepted'; row: ChatMessage };

/** Longer than an attempt: a recording alone may take a minute to be stored. */
const LOCK_PATIENCE_MS = 80_000;

/**
 * What the tabs of one writer tell each other, and the lock by which one of them sends at a time. Without the lock (it
 * exists on https and localhost only) order and uniqueness still hold: each tab sends strictly in order, and ids make a
 * second insert of one message harmless.
 */
export function createTabs(
  senderId: string,
  handlers: { onAccepted(row: ChatMessage): void; onStored(): void },
) {
  const name = outboxChannel(senderId);
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
    exclusively: tabLock(name, LOCK_PATIENCE_MS),
  };
}
