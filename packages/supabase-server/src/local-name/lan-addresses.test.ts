import type { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { lanAddresses } from './lan-addresses.ts';

const v4 = (address: string, internal = false) => ({ family: 'IPv4', address, internal });
const interfaces = {
  lo: [v4('127.0.0.1', true)],
  wifi: [v4('192.168.1.20'), { family: 'IPv6', address: 'fe80::1', internal: false }],
  cable: [v4('10.1.2.3')],
  internet: [v4('203.0.113.7')],
  none: undefined,
} as unknown as ReturnType<typeof networkInterfaces>;

it('the server is announced in local networks alone, where it listens', () => {
  expect(lanAddresses('0.0.0.0', interfaces)).toEqual(['192.168.1.20', '10.1.2.3']);
  expect(lanAddresses('::', interfaces)).toEqual(['192.168.1.20', '10.1.2.3']);
  expect(lanAddresses('10.1.2.3', interfaces)).toEqual(['10.1.2.3']);
  for (const host of ['127.0.0.1', 'localhost', '::1', '203.0.113.7', '192.168.9.9']) {
    expect(lanAddresses(host, interfaces)).toEqual([]);
  }
});
