import { expect, test, vi } from 'vitest';
import { type AudioConverter, createConvertHandler } from './convert-handler.ts';

const CALLER = { userId: 'u1', address: null };
const post = (bytes = 3) => new Request('http://127.0.0.1/', { method: 'POST', body: new Uint8Array(bytes) });
const converted = () => vi.fn<AudioConverter>(async () => ({ ok: true, wav: new Uint8Array([1, 2]) }));

test('answers with the converted bytes, which no cache keeps', async () => {
  const response = await createConvertHandler(converted())(post(), CALLER);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
});

test('converts nothing for other methods, strangers and too many bytes', async () => {
  const convert = converted();
  const handle = createConvertHandler(convert);
  const answers = [
    await handle(new Request('http://127.0.0.1/'), CALLER),
    await handle(post(), null),
    await handle(post(10_485_761), CALLER),
  ];
  expect(answers.map(({ status }) => status)).toEqual([405, 401, 413]);
  expect(convert).not.toHaveBeenCalled();
});

test('names the fault of a recording, and when to come again', async () => {
  const handle = createConvertHandler(async () => ({ ok: false, fault: 'busy' }));
  const response = await handle(post(), CALLER);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
});

test('limits the calls of one user in a minute', async () => {
  let now = 0;
  const handle = createConvertHandler(converted(), { now: () => now });
  const statuses: number[] = [];
  for (let call = 0; call < 61; call += 1) statuses.push((await handle(post(), CALLER)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  expect((await handle(post(), { ...CALLER, userId: 'u2' })).status).toBe(200);
  now = 60_001;
  expect((await handle(post(), CALLER)).status).toBe(200);
});
