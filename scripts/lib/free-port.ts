import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign to outgoing connections (Linux from 32768, others from
 * 49152). Another process may take such a port before the server opens it, or while the server
 * restarts.
 */
const LOWEST = 10_240;
const HIGHEST = 32_767;
const ATTEMPTS = 20;

/**
 * Finds a free port for a server that needs a fixed one, or must restart on the same one.
 * @returns a TCP port of 127.0.0.1 without a listener
 * @throws when none of many attempts finds a free one
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
