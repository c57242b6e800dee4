import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';
import { createWorkQueue } from './work-queue.ts';

// One of the settings that OWASP holds equal for Argon2id: 19 MiB, two passes, one lane.
const PARAMETERS: Options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
const KNOWN_HASH = /^\$argon2id\$/;

/** Hashes that may wait for their turn; beyond that the server is not going to answer in time. */
const MAX_WAITING = 256;

export interface Passwords {
  /** @returns an Argon2id hash in PHC form. @throws {QueueFullError} */
  hash(password: string): Promise<string>;
  /**
   * Compares with a stored hash. Without one (no such user, or a user without a password) it does the same work on a hash that
   * nothing matches, so that the time taken tells nothing.
   * @throws {QueueFullError}
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Runs Argon2 in libuv's thread pool, few at a time: memory stays bounded, and files, DNS and the event loop keep their turn. */
export function createPasswords(): Passwords {
  // Of the pool's four threads at most two, and one processor left for the event loop and the database where there are several.
  const parallel = Math.min(2, Math.max(1, os.availableParallelism() - 1));
  const queue = createWorkQueue({ parallel, waiting: MAX_WAITING });
  const decoy = hash(randomBytes(32), PARAMETERS);
  // A failure shows where the decoy is awaited.
  decoy.catch(() => undefined);

  return {
    hash: (password) => queue.run(() => hash(password, PARAMETERS)),
    verify: (password, stored) =>
      queue.run(async () => {
        if (stored !== null && KNOWN_HASH.test(stored)) return verify(stored, password);
        await verify(await decoy, password);
        return false;
      }),
  };
}
