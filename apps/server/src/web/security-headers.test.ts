import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { pageSecurityHeaders } from './security-headers.ts';

/** Headers of a page, by the settings and what the request says. */
async function headersOf(
  config: { publicUrl: string | null; trustProxy?: boolean },
  headers: Record<string, string> = {},
): Promise<Headers> {
  const app = new Hono<ServerEnv>();
  app.use(pageSecurityHeaders({ trustProxy: false, ...config }));
  app.get('*', (c) => c.html('<p>page</p>'));
  return (await app.request('http://10.0.0.7:3000/login', { headers })).headers;
}

async function policyOf(...given: Parameters<typeof headersOf>): Promise<Record<string, string[]>> {
  const text = (await headersOf(...given)).get('content-security-policy') ?? '';
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name, ...values] = directive.split(' ');
      return [name, values];
    }),
  );
}

describe('the policy of pages', () => {
  it('names every source, and no scheme or host that anybody could use', async () => {
    expect(await policyOf({ publicUrl: null })).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'script-src-attr': ["'none'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'media-src': ["'self'", 'blob:'],
      'connect-src': ["'self'", 'ws://10.0.0.7:3000'],
      'worker-src': ["'self'"],
      'frame-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it("allows the page's own inline scripts by their text, and no others", async () => {
    const app = new Hono<ServerEnv>();
    app.use(pageSecurityHeaders({ publicUrl: null, trustProxy: false }, () => ['alert(1)']));
    app.get('*', (c) => c.html(''));
    const policy = (await app.request('http://10.0.0.7:3000/')).headers.get('content-security-policy');
    // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain(
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
    );
  });

  it('adds the origin of PUBLIC_URL, where the API is called', async () => {
    const policy = await policyOf({ publicUrl: 'https://fair.example' });
    expect(policy['connect-src']).toEqual(["'self'", 'https://fair.example', 'wss://fair.example']);
    expect(policy['img-src']).toContain('https://fair.example');
    expect(policy['media-src']).toContain('https://fair.example');
    expect(policy['script-src']).not.toContain('https://fair.example');
  });

  it('follows a trusted proxy, and takes nothing but a host from it', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hall.example' };
    expect((await policyOf({ publicUrl: null, trustProxy: true }, forwarded))['connect-src']).toEqual([
      "'self'",
      'wss://hall.example',
    ]);
    expect((await policyOf({ publicUrl: null }, forwarded))['connect-src']).toEqual([
      "'self'",
      'ws://10.0.0.7:3000',
    ]);
    for (const host of ['hall.example; script-src *', 'hall.example *', 'a@evil.example', 'evil.example/x']) {
      const policy = await policyOf({ publicUrl: null, trustProxy: true }, { 'x-forwarded-host': host });
      expect(policy['connect-src'], host).toEqual(["'self'", 'ws://10.0.0.7:3000']);
    }
  });
});

describe('the other headers of pages', () => {
  it('keep frames, other windows, referrers and devices away', async () => {
    const headers = Object.fromEntries(await headersOf({ publicUrl: null }));
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(self\).*microphone=\(self\).*geolocation=\(\)/);
  });

  it('promise HTTPS exactly where PUBLIC_URL has it', async () => {
    const promise = async (publicUrl: string | null) =>
      (await headersOf({ publicUrl })).get('strict-transport-security');
    expect(await promise('https://fair.example')).toBe('max-age=31536000');
    expect(await promise('http://fair.example')).toBeNull();
    expect(await promise(null)).toBeNull();
  });
});
