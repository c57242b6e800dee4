import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createBrandRoutes } from './brand-routes.ts';

const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const routes = createBrandRoutes({
  current: () => ({
    brand: { name: 'Lumen Fair', footerCredit: '', copyrightYear: 2024, sponsors: [] },
    css: '',
    pictures: new Map([
      ['logo 灯.svg', { bytes, type: 'image/svg+xml', version: 'abc', width: 1, height: 1 }],
    ]),
  }),
});
const app = new Hono<ServerEnv>().route('/brand', routes);

describe('pictures of the brand', () => {
  it('are kept for ever under the address of their version, and asked for again under any other', async () => {
    const address = `/brand/${encodeURIComponent('logo 灯.svg')}`;
    const answer = await app.request(`${address}?v=abc`);
    expect(await answer.text()).toBe(bytes.toString());
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const other of [address, `${address}?v=old`]) {
      expect((await app.request(other)).headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('do nothing when they are opened as a page', async () => {
    const { headers } = await app.request(`/brand/${encodeURIComponent('logo 灯.svg')}`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['other.svg', '..%2Fbrand.json', '%2e%2e%2fbrand.json', 'brand.json', '__proto__'])(
    'are those that the brand names alone: not %s',
    async (name) => {
      expect((await app.request(`/brand/${name}`)).status).toBe(404);
    },
  );
});
