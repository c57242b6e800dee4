import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('169.254.0.0', 16);

/**
 * Addresses of this machine in local networks (RFC 1918 and link-local) on which the server
 * listens.
 * @param host HOST: one address, or all of them (`0.0.0.0`, `::`)
 */
export function lanAddresses(host: string, interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.check(address))
    .map(({ address }) => address);
  if (host === '0.0.0.0' || host === '::') return own;
  return isIPv4(host) ? own.filter((address) => address === host) : [];
}
