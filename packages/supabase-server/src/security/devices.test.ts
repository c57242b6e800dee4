import { expect, it } from 'vitest';
import { createDevices } from './devices.ts';

const KEY = Buffer.alloc(32, 1);
const devices = createDevices(KEY);

it('recognises the devices that it has made, and what they know', () => {
  const made = devices.make();
  const device = devices.read(made);
  expect(device?.knows('a@fair.example')).toBe(false);
  const cookie = devices.remember(made, ['a@fair.example']);
  expect(devices.read(cookie)).toMatchObject({ id: device?.id });
  expect(devices.read(cookie)?.knows('a@fair.example')).toBe(true);
  expect(devices.read(cookie)?.knows('b@fair.example')).toBe(false);
  expect(cookie).not.toContain('fair');
  // Without a cookie, remembering makes a device.
  expect(devices.read(devices.remember(undefined, ['a@fair.example']))?.knows('a@fair.example')).toBe(true);
});

it('forgets the account used longest ago, and stays short', () => {
  let cookie = devices.make();
  for (let n = 0; n < 9; n += 1) cookie = devices.remember(cookie, [`${n}@fair.example`]);
  cookie = devices.remember(cookie, ['1@fair.example']);
  const device = devices.read(cookie);
  expect(['0', '1', '2', '8'].map((n) => device?.knows(`${n}@fair.example`))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(cookie.length).toBeLessThan(300);
});

it('reads no cookie that it did not sign', () => {
  const cookie = devices.remember(undefined, ['a@fair.example']);
  const [version, id, tags, signature] = cookie.split('.');
  const other = devices.make().split('.')[1];
  for (const forged of [
    undefined,
    '',
    '.',
    'x'.repeat(5000),
    cookie.slice(0, -1),
    `${version}.${other}.${tags}.${signature}`,
    `${version}.${id}..${signature}`,
    createDevices(Buffer.alloc(32, 2)).make(),
  ]) {
    expect(devices.read(forged), String(forged).slice(0, 80)).toBeNull();
  }
});
