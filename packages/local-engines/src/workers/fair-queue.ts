import type { Turn } from '@dragoman/functions/providers/provider';

/** A bounded queue: live work first, and within a lane each key in turn. */
export interface FairQueue<T> {
  readonly size: number;
  /** @returns false, and keeps nothing, when the queue or the key's share of it is full */
  push(item: T, turn: Turn): boolean;
  /** Removes the next item. @returns undefined when the queue is empty */
  shift(): T | undefined;
  /** Removes every item that matches. @returns them */
  take(matches: (item: T) => boolean): T[];
  /** Removes an item that its caller no longer wants. */
  remove(item: T, turn: Turn): void;
}

/**
 * @param bounds.items that may wait altogether
 * @param bounds.itemsOfKey that may wait of one key in one lane
 */
export function createFairQueue<T>(bounds: { items: number; itemsOfKey: number }): FairQueue<T> {
  /** Maps keep the order of insertion: the key that was served goes to the end. */
  const lanes = { live: new Map<string, T[]>(), batch: new Map<string, T[]>() };
  let size = 0;

  return {
    get size() {
      return size;
    },
    push(item, { key, lane }) {
      const waiting = lanes[lane].get(key) ?? [];
      if (size >= bounds.items || waiting.length >= bounds.itemsOfKey) return false;
      waiting.push(item);
      lanes[lane].set(key, waiting);
      size += 1;
      return true;
    },
    shift() {
      const lane = lanes.live.size > 0 ? lanes.live : lanes.batch;
      const [next] = lane;
      if (!next) return undefined;
      const [key, waiting] = next;
      const item = waiting.shift();
      lane.delete(key);
      if (waiting.length > 0) lane.set(key, waiting);
      size -= 1;
      return item;
    },
    take(matches) {
      const taken: T[] = [];
      for (const lane of Object.values(lanes)) {
        for (const [key, waiting] of lane) {
          const kept = waiting.filter((item) => !matches(item));
          if (kept.length < waiting.length) taken.push(...waiting.filter(matches));
          if (kept.length > 0) lane.set(key, kept);
          else lane.delete(key);
        }
      }
      size -= taken.length;
      return taken;
    },
    remove(item, { key, lane }) {
      const waiting = lanes[lane].get(key) ?? [];
      const place = waiting.indexOf(item);
      if (place < 0) return;
      waiting.splice(place, 1);
      if (waiting.length === 0) lanes[lane].delete(key);
      size -= 1;
    },
  };
}
