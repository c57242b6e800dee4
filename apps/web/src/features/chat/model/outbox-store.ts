import type { OutboxEntry } from './outbox-entry.ts';

/** Where unconfirmed messages are kept. Its order of `seq` is the order of `add`. */
export interface OutboxStore {
  /**
   * Keeps an entry at the end of the order, in place of one with the same id, in one step.
   * @returns it with its place.
   */
  add(entry: OutboxEntry): Promise<OutboxEntry>;
  /** @returns the entries of one writer, in order. */
  all(senderId: string): Promise<OutboxEntry[]>;
  /** Replaces an entry; nothing happens when it is gone. */
  update(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A store that lives as long as the page. */
export function memoryOutboxStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>();
  let lastSeq = 0;
  return {
    async add(entry) {
      const stored = { ...entry, seq: ++lastSeq };
      entries.set(entry.id, stored);
      return stored;
    },
    async all(senderId) {
      return [...entries.values()]
        .filter((entry) => entry.senderId === senderId)
        .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    },
    async update(entry) {
      if (entries.has(entry.id)) entries.set(entry.id, entry);
    },
    async remove(id) {
      entries.delete(id);
    },
  };
}

/**
 * A store that goes on in memory where the durable one fails: private windows, a full disk, a database that another
 * version of the page holds open. A message then survives as long as the page, instead of not being sent at all.
 */
export function storeWithFallback(durable: OutboxStore, memory = memoryOutboxStore()): OutboxStore {
  return {
    add: (entry) => durable.add(entry).catch(() => memory.add(entry)),
    async all(senderId) {
      const [kept, volatile] = await Promise.all([
        durable.all(senderId).catch(() => []),
        memory.all(senderId),
      ]);
      // Whatever could not be kept is newer than what could.
      return [
        ...kept,
        ...volatile.map((entry, i) => ({ ...entry, seq: Number.MAX_SAFE_INTEGER - volatile.length + i })),
      ];
    },
    async update(entry) {
      await memory.update(entry);
      await durable.update(entry).catch(() => {});
    },
    async remove(id) {
      await memory.remove(id);
      // An entry that cannot be removed is sent again after a reload, which the id makes harmless.
      await durable.remove(id).catch(() => {});
    },
  };
}
