import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';
import { createWorkQueue } from '../util/work-queue.ts';

// One of the settings that OWASP rates as equal for Argon2id: 19 MiB, two passes, one lane.
const PARAMETERS: Options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * The queue serves the few who run the installation; users' passwords have threads of their own.
 */
const queue = createWorkQueue({ parallel: 2, waiting: 64 });
let decoy: Promise<string> | null = null;

/** @returns an Argon2id hash in PHC form. @throws {QueueFullError} */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password, PARAMETERS));
}

/**
 * Compares with a stored hash; without one it does the same work on a hash that nothing matches, so
 * that the time taken tells nothing.
 * @throws {QueueFullError} when too many wait
 */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash('no password matches this', PARAMETERS);
  const compared = stored ?? (await decoy);
  const matches = await queue.run(() => verify(compared, password));
  return stored !== null && matches;
}
