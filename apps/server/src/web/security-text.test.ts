import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityText } from './security-text.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

const ask = (config: Parameters<typeof securityText>[0]) =>
  new Hono<ServerEnv>()
    .get(
      '*',
      securityText(config, () => NOON),
    )
    .request('/.well-known/security.txt');

it('names the contact, the end of its validity and its own place', async () => {
  const answer = await ask({
    securityContact: 'mailto:security@fair.example',
    publicUrl: 'https://fair.example',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
  expect(await answer.text()).toBe(
    'Contact: mailto:security@fair.example\n' +
      'Expires: 2026-08-28T00:00:00.000Z\n' +
      'Canonical: https://fair.example/.well-known/security.txt\n',
  );
});

it('leaves out a place that it does not know for sure', async () => {
  const answer = await ask({ securityContact: 'mailto:security@fair.example', publicUrl: null });
  expect(await answer.text()).not.toContain('Canonical');
});

it('is not there without a contact', async () => {
  expect((await ask({ securityContact: null, publicUrl: null })).status).toBe(404);
});
