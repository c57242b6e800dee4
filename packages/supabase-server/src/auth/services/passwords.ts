import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { type Algorithm, hash, type Options } from '@node-rs/argon2';
import {
  findWeakness,
  isTooLong,
  MAX_PASSWORD_BYTES,
  type PasswordPolicy,
} from '../../security/password-policy.ts';
import { createWorkQueue } from '../../util/work-queue.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { type Argon2Job, createArgon2Thread } from './argon2-thread.ts';

/** What a hash costs. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** One of the settings that OWASP rates as equal for Argon2id with one lane. */
export const PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 };
const KNOWN_HASH = /^\$argon2id\$/;

/** Hashes that may wait for their turn; beyond that the server is not going to answer in time. */
const MAX_WAITING = 256;

export interface Passwords {
  /** @returns an Argon2id hash in PHC form. @throws {QueueFullError} */
  hash(password: string): Promise<string>;
  /**
   * Compares with a stored hash. Without one (no such user, or a user without a password) it does
   * the same work on a hash that nothing matches, so that the time taken tells nothing.
   * @throws {QueueFullError}
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Ends the threads when the passwords that wait are done. To be called once, last.
   * @throws {QueueFullError}
   */
  close(): Promise<void>;
}

/**
 * Runs Argon2 in threads of low priority, few at a time: memory stays bounded, and everybody else's
 * requests keep their turn.
 */
export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const options: Options = {
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
  };
  // Leaves one processor to the event loop and the database where there are several.
  const parallel = Math.min(2, Math.max(1, os.availableParallelism() - 1));
  const queue = createWorkQueue({ parallel, waiting: MAX_WAITING });
  const threads = Array.from({ length: parallel }, createArgon2Thread);
  const idle = [...threads];
  const decoy = hash(randomBytes(32), options);
  // A failure shows where the decoy is awaited.
  decoy.catch(() => undefined);

  async function onThread(job: Argon2Job): Promise<string | boolean> {
    const thread = idle.pop();
    if (thread === undefined) throw new Error('the queue let in more jobs than there are threads');
    try {
      return await thread.run(job);
    } finally {
      idle.push(thread);
    }
  }

  return {
    hash: (password) => queue.run(async () => String(await onThread({ kind: 'hash', password, options }))),
    verify: (password, stored) =>
      queue.run(async () => {
        const known = stored !== null && KNOWN_HASH.test(stored);
        const matches = await onThread({ kind: 'verify', password, stored: known ? stored : await decoy });
        return known && matches === true;
      }),
    async close() {
      // Queued after all waiting jobs: then no job is running.
      await Promise.all(threads.map(() => queue.run(async () => idle.shift()?.close())));
    },
  };
}

/**
 * Refuses a weak password.
 * @throws {AuthError} 400 validation_failed when too long, 422 weak_password with its reasons
 */
export function checkNewPassword(password: string, policy: PasswordPolicy): void {
  if (isTooLong(password)) {
    throw validationFailed(`password: cannot be longer than ${MAX_PASSWORD_BYTES} bytes`);
  }
  const weakness = findWeakness(password, policy);
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, {
      weak_password: { reasons: weakness.reasons },
    });
  }
}
