import { createSocket } from 'node:dgram';
import { Bonjour, type Service } from 'bonjour-service';
import type { Logger } from '../util/logger.ts';
import { lanAddresses } from './lan-addresses.ts';

/** The record that is announced to other devices. */
export interface Announced {
  /** The name of the application, which devices show for its services. */
  application: string;
  /** The name under `.local`. */
  name: string;
  /** Ports on which the server listens, by protocol. */
  ports: { http?: number; https?: number };
}

export interface Announcement {
  /** Withdraws the announcement, so that devices forget the name. */
  close(): Promise<void>;
}

const MDNS_PORT = 5353;
/** The interval of the checks whether the machine has changed networks. */
const LOOK_MS = 15_000;
/** A goodbye that is not sent in this time is given up. */
const GOODBYE_MS = 1_000;

/**
 * Announces the server by multicast DNS (RFC 6762, RFC 6763) in the local networks of this machine,
 * each with the machine's address there, and follows when they change. Where it cannot be announced
 * that is logged, and everything else goes on.
 * @param host HOST of the server
 */
export async function announce(host: string, announced: Announced, log: Logger): Promise<Announcement> {
  if (!(await canBind())) {
    log.warn({ part: 'mdns' }, 'not announced: another program keeps port 5353 for itself');
    return { close: async () => undefined };
  }
  let addresses: string[] = [];
  let open: Announcement[] = [];

  async function follow(): Promise<void> {
    const now = lanAddresses(host);
    if (now.join() === addresses.join()) return;
    addresses = now;
    const old = open;
    open = now.map((address) => announceAt(address, announced, log));
    await Promise.all(old.map((one) => one.close()));
  }

  await follow();
  const timer = setInterval(() => void follow(), LOOK_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

/**
 * Announces the server on the interface with an address, under this address alone.
 * @param address an IPv4 address of this machine
 */
export function announceAt(
  address: string,
  { application, name, ports }: Announced,
  log: Logger,
): Announcement {
  // Bound to an address, a socket gets no multicasts on Linux.
  const options = { interface: address, bind: '0.0.0.0' } as object;
  const bonjour = new Bonjour(options, (error: Error) =>
    log.warn({ part: 'mdns', reason: error.message }, 'announcement not sent'),
  );
  for (const [type, port] of Object.entries(ports)) {
    // Each machine and network needs a name of its own for the service; the host is the same.
    const service = bonjour.publish({
      name: `${application} ${address}`,
      type,
      port,
      host: `${name}.local`,
      disableIPv6: true,
    });
    announceOnly(service, address);
  }
  return {
    close: () =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(limit);
          bonjour.destroy(() => resolve());
        };
        const limit = setTimeout(done, GOODBYE_MS);
        bonjour.unpublishAll(done);
      }),
  };
}

/**
 * The library would tell the addresses of all interfaces, such as those of containers and of the
 * Internet.
 */
function announceOnly(service: Service, address: string): void {
  const all = service.records.bind(service);
  service.records = () => {
    const others = all().filter(({ type }) => type !== 'A' && type !== 'AAAA');
    return [...others, { name: service.host, type: 'A', ttl: 120, data: address }];
  };
}

/** The library ends the process when it cannot have the port. */
function canBind(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind(MDNS_PORT, () => socket.close(() => resolve(true)));
  });
}
