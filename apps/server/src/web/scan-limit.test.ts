import { Readable } from 'node:stream';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { createDevices } from '@dragoman/supabase-server/security/devices';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createScanLimit, limitScans } from './scan-limit.ts';

const CODES = ['a'.repeat(24), 'b'.repeat(24)] as const;

const devices = createDevices(Buffer.alloc(32, 7));

function setUp() {
  let time = 0;
  const noted: string[] = [];
  const app = new Hono<ServerEnv>();
  app.use(
    limitScans(
      createScanLimit(() => time),
      { config: { publicUrl: null, trustProxy: true }, devices },
    ),
  );
  app.post('/', async (c) => {
    noted.push(((await readJson(c, 1000)) as { code: string }).code);
    return c.body(null, 204);
  });
  const scan = async (code: string, address: string, cookie = '') => {
    const body = JSON.stringify({ code, device: '0'.repeat(32) });
    const headers = { 'x-forwarded-for': address, 'content-length': String(body.length), cookie };
    const incoming = Object.assign(Readable.from([Buffer.from(body)]), { headers });
    return (await app.request('/', { method: 'POST', body, headers }, { incoming })).status;
  };
  return { noted, scan, pass: (ms: number) => (time += ms) };
}

const newDevice = () => `dragoman-device=${devices.make()}`;

it('notes a hundred openings of a code for a network in ten minutes; more are answered alike and not noted', async () => {
  const { noted, scan, pass } = setUp();
  for (let times = 0; times < 103; times += 1) {
    expect(await scan(CODES[0], '203.0.113.7', newDevice())).toBe(204);
  }
  expect(noted).toHaveLength(100);

  await scan(CODES[1], '203.0.113.7');
  await scan(CODES[0], '203.0.113.8');
  expect(noted.slice(100)).toEqual([CODES[1], CODES[0]]);

  pass(10 * 60_000);
  await scan(CODES[0], '203.0.113.7');
  expect(noted).toHaveLength(103);
});

it('keeps one device, and callers without one, from using up a hall’s share', async () => {
  const { noted, scan } = setUp();
  for (let times = 0; times < 103; times += 1) await scan(CODES[0], '203.0.113.7');
  expect(noted).toHaveLength(50);
  const device = newDevice();
  for (let times = 0; times < 9; times += 1) await scan(CODES[0], '203.0.113.7', device);
  expect(noted).toHaveLength(55);
  await scan(CODES[0], '203.0.113.7', newDevice());
  expect(noted).toHaveLength(56);
  // Each code has its own count; an invented cookie counts as none.
  await scan(CODES[1], '203.0.113.7', device);
  await scan(CODES[0], '203.0.113.7', `${newDevice()}x`);
  expect(noted).toHaveLength(57);
});
