import { expect, test } from 'vitest';
import { BodyTooLargeError, readLimitedBytes, readLimitedText } from './limited-text.ts';

function streamed(chunks: string[]) {
  let pulled = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[pulled];
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
      pulled++;
    },
    cancel() {
      cancelled = true;
    },
  });
  return { response: new Response(stream), pulled: () => pulled, cancelled: () => cancelled };
}

test('reads a body up to the limit', async () => {
  expect(await readLimitedText(new Response('12345'), 5)).toBe('12345');
  expect(await readLimitedText(new Response(null), 5)).toBe('');
});

test('characters that arrive in two chunks stay whole', async () => {
  const bytes = new TextEncoder().encode('报价');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await readLimitedText(new Response(stream), 100)).toBe('报价');
});

test('reads bytes as they are', async () => {
  const { response } = streamed(['12', '345']);
  expect([...(await readLimitedBytes(response, 5))]).toEqual([49, 50, 51, 52, 53]);
  await expect(readLimitedBytes(streamed(['12', '345']).response, 4)).rejects.toThrow(BodyTooLargeError);
});

test('refuses by the announced length without reading', async () => {
  const request = new Request('http://own.invalid', {
    method: 'POST',
    body: 'x',
    headers: { 'content-length': '999' },
  });
  await expect(readLimitedText(request, 5)).rejects.toThrow(BodyTooLargeError);
});

test('stops reading a body that turns out too long, and lets go of it', async () => {
  const { response, pulled, cancelled } = streamed(Array.from({ length: 1_000 }, () => 'xxxxx'));
  await expect(readLimitedText(response, 12)).rejects.toMatchObject({ name: 'BodyTooLargeError', limit: 12 });
  expect(pulled()).toBeLessThan(10);
  expect(cancelled()).toBe(true);
});
