import { Bonjour } from 'bonjour-service';
import { afterEach, expect, it } from 'vitest';
import { type Announcement, announce, announceAt } from '../../src/local-name/announce.ts';
import { createLogger } from '../../src/util/logger.ts';

// On the loopback interface, with the library's own browser; multicasts of a real network are not
// part of the tests.

const LOOPBACK = '127.0.0.1';
const log = createLogger('silent');
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

interface Found {
  host: string;
  port: number;
  addresses?: string[];
}

/** Services of a type that a device in the network sees, by name. */
function browse(type: string): Map<string, Found> {
  const found = new Map<string, Found>();
  const bonjour = new Bonjour({ interface: LOOPBACK, bind: '0.0.0.0' } as object);
  const browser = bonjour.find({ type });
  browser.on('up', (service: Found & { name: string }) => found.set(service.name, service));
  browser.on('down', ({ name }: { name: string }) => found.delete(name));
  cleanups.push(() => new Promise<void>((resolve) => bonjour.destroy(() => resolve())));
  return found;
}

function open(announcement: Announcement): Announcement {
  cleanups.push(() => announcement.close());
  return announcement;
}

it('a device finds name, ports and the one address, until the server stops', async () => {
  const https = browse('https');
  const http = browse('http');
  const name = `booth-${process.pid}`;
  const announcement = open(
    announceAt(LOOPBACK, { application: 'Test', name, ports: { http: 8080, https: 3443 } }, log),
  );
  const mine = (found: Map<string, Found>) =>
    [...found.values()].filter(({ host }) => host === `${name}.local`);
  await expect.poll(() => mine(https)).toMatchObject([{ port: 3443, addresses: [LOOPBACK] }]);
  await expect.poll(() => mine(http)).toMatchObject([{ port: 8080, addresses: [LOOPBACK] }]);
  await announcement.close();
  await expect.poll(() => [...mine(https), ...mine(http)]).toEqual([]);
});

it('a server that only this machine reaches announces nothing', async () => {
  const found = browse('http');
  const name = `hidden-${process.pid}`;
  open(await announce(LOOPBACK, { application: 'Test', name, ports: { http: 3000 } }, log));
  // Announcements arrive in order: one that comes later shows that there was no earlier one.
  open(
    announceAt(LOOPBACK, { application: 'Test', name: `shown-${process.pid}`, ports: { http: 3001 } }, log),
  );
  await expect
    .poll(() => [...found.values()].map(({ host }) => host))
    .toContain(`shown-${process.pid}.local`);
  expect([...found.values()].map(({ host }) => host)).not.toContain(`${name}.local`);
});
