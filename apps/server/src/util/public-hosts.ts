import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that are no host of the public internet (the special-purpose registries of IANA, RFC
 * 6890): a request to one could reach this machine or its network.
 */
const INNER = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  INNER.addSubnet(net, bits, 'ipv4');
}
/** Of IPv6 only global unicast is public, without what leads on to IPv4 addresses or is a sample. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  INNER.addSubnet(net, bits, 'ipv6');
}

/** A host that leads to an address which is not public. */
export class InnerHostError extends Error {
  override readonly name = 'InnerHostError';
}

/** @returns whether an IP address is one of the public internet */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !INNER.check(address, 'ipv4');
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !INNER.check(address, 'ipv6');
}

/**
 * @param url of another server, https
 * @throws {InnerHostError} where it is no public host on the usual port, or its name leads elsewhere
 */
export async function requirePublicHost({ protocol, hostname, port, username }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || port !== '' || username !== '' || isIP(host) !== 0) {
    throw new InnerHostError('The address is not that of a public server');
  }
  let addresses: LookupAddress[];
  try {
    addresses = await lookup(host, { all: true });
  } catch {
    throw new InnerHostError('The name of the server is unknown');
  }
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new InnerHostError('The name leads to an address that is not public');
  }
}

/**
 * @returns connections to public addresses alone. The address that a name has when the connection
 * is made counts, so that a name which has changed since its check leads nowhere.
 */
export function publicAgent(): Agent {
  const lookupPublic: LookupFunction = (hostname, options, done) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const inner = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (inner || !first) {
        return done(new InnerHostError('The name leads to an address that is not public'), '', 0);
      }
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
  return new Agent({ lookup: lookupPublic, maxSockets: 20 });
}

/** How pushes and webhooks leave this machine; tests have a server of their own on it. */
export interface PublicNetwork {
  /** @throws {InnerHostError} for an address that may not be called */
  checkEndpoint(endpoint: URL): Promise<void>;
  agent: Agent;
}

/** Connections to public hosts alone. */
export function openPublicNetwork(): PublicNetwork {
  return { checkEndpoint: requirePublicHost, agent: publicAgent() };
}

/**
 * Posts to another server. Redirects are not followed, and the answer's body is not read.
 * @param options.timeoutMs for the whole call, the name and the connection included
 * @returns the status
 * @throws {InnerHostError} and what the connection throws
 */
export function post(
  url: URL,
  headers: Record<string, string>,
  body: string | Buffer | null,
  { agent, timeoutMs }: { agent: Agent; timeoutMs: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const call = request(url, { method: 'POST', headers, agent, signal }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}
