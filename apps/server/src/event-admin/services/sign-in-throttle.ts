import { setTimeout as pause } from 'node:timers/promises';
import { createWorkQueue, type WorkQueue } from '@dragoman/supabase-server/util/work-queue';
import { LRUCache } from 'lru-cache';

/** Networks that are slowed down at a time; the longest unused is forgotten. */
const MAX_NETWORKS = 1000;
/** Tries of one network that wait for their turn. */
const WAITING = 8;
const PAUSE_MS = 250;

/**
 * Slows down a network with many failures. A right password still passes, a moment later: a fair
 * has one address, and a visitor who guesses must not lock the administrators out.
 */
export interface SignInThrottle {
  /** @throws {QueueFullError} when too many of the network wait */
  run<T>(network: string, job: () => Promise<T>): Promise<T>;
}

export function createSignInThrottle(): SignInThrottle {
  const lanes = new LRUCache<string, WorkQueue>({ max: MAX_NETWORKS });
  return {
    run(network, job) {
      const lane = lanes.get(network) ?? createWorkQueue({ parallel: 1, waiting: WAITING });
      lanes.set(network, lane);
      return lane.run(async () => {
        await pause(PAUSE_MS);
        return job();
      });
    },
  };
}
