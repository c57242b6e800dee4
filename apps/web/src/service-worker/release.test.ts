import { afterEach, expect, it, vi } from 'vitest';
import { asset } from './release.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a file that the device has no room for is answered all the same', async () => {
  const put = vi.fn(async () => {
    throw new DOMException('Quota exceeded.', 'QuotaExceededError');
  });
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put }) });
  vi.stubGlobal(
    'fetch',
    async () => new Response('code', { headers: { 'content-type': 'text/javascript' } }),
  );
  const answer = await asset(new Request('https://fair.example/assets/chat-page-Bkk875_T.js'));
  expect(await answer.text()).toBe('code');
  expect(put).toHaveBeenCalledOnce();
});
