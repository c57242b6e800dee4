import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createCodeGuessLimit, limitCodeGuesses } from './code-guess-limit.ts';

function appOf(now: () => number) {
  const app = new Hono<ServerEnv>();
  app.use(limitCodeGuesses(createCodeGuessLimit(now), { trustProxy: true }));
  app.get('/:code', (c) => c.text('', c.req.param('code') === 'good' ? 200 : 404));
  const ask = async (code: string, address: string) =>
    app.request(`/${code}`, { headers: { 'X-Forwarded-For': address } });
  return ask;
}

it('ends guessing for one network, for a while, without locking out visitors who have a code', async () => {
  let now = 0;
  const ask = appOf(() => now);
  for (let i = 0; i < 299; i++) await ask(`wrong${i}`, '203.0.113.7');
  expect((await ask('good', '203.0.113.7')).status).toBe(200);
  expect((await ask('wrong', '203.0.113.7')).status).toBe(404);
  const refused = await ask('wrong', '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('600');
  expect(await refused.json()).toMatchObject({ code: 'PT429' });
  expect((await ask('good', '203.0.113.7')).status).toBe(200);
  expect((await ask('wrong', '203.0.113.8')).status).toBe(404);
  now += 600_000;
  expect((await ask('wrong', '203.0.113.7')).status).toBe(404);
});

it('never refuses who asks about codes that exist', async () => {
  const ask = appOf(() => 0);
  for (let i = 0; i < 400; i++) await ask('good', '203.0.113.7');
  expect((await ask('good', '203.0.113.7')).status).toBe(200);
});
