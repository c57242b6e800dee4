import { request } from 'node:https';
import { expect, it } from 'vitest';
import { InnerHostError, isPublicAddress, publicAgent, requirePublicHost } from './public-hosts.ts';

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['142.250.1.1', '17.0.0.1', '172.32.0.1', '2a00:1450:4001:80b::200a', '2620:149:a44::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  'http://push.example/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://142.250.1.1/x',
  'https://localhost/x',
  'https://localhost:8443/x',
  'https://fcm.googleapis.com:22/x',
  'https://user@fcm.googleapis.com/x',
  'https://no-such-name.invalid/x',
])('%s is refused', async (url) => {
  await expect(requirePublicHost(new URL(url))).rejects.toThrow(InnerHostError);
});

it('connects to no name that leads to this machine', async () => {
  const agent = publicAgent();
  const error = await new Promise((resolve) => {
    request('https://localhost:9/x', { agent }).on('error', resolve).end();
  });
  agent.destroy();
  expect(error).toBeInstanceOf(InnerHostError);
});
