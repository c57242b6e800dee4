import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections (Linux from 32768 on, others from 49152): a port from there may be somebody
 * else's before the server that it is for has opened it, or while that server is started again.
 */
const LOWEST = 10_240;
const HIGHEST = 32_767;
const ATTEMPTS = 20;

/**
 * Finds a port for a server that must be told which, or come back on the same one.
 * @returns a TCP port of 127.0.0.1 that nobody listens on
 * @throws when none of many is free
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${LOWEST} and ${HIGHEST}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
