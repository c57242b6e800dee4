import http from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Redirect, startRedirect } from './redirect.ts';

let redirect: Redirect | null = null;
afterEach(async () => {
  await redirect?.close();
  redirect = null;
});

/** @returns status and Location */
async function ask(
  { publicUrl = null as string | null, httpsPort = 3443 },
  { path = '/join/x?a=1', host = 'booth.local:8080', method = 'GET' } = {},
): Promise<unknown[]> {
  redirect = await startRedirect({ host: '127.0.0.1', port: 0, publicUrl, httpsPort });
  const { port } = redirect;
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path, method, headers: { host } }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    });
    request.on('error', reject).end();
  });
}

describe('plain HTTP', () => {
  it('leads to the same path over HTTPS, under the name that was asked for', async () => {
    expect(await ask({})).toEqual([308, 'https://booth.local:3443/join/x?a=1']);
  });

  it('leaves out the port that browsers know', async () => {
    expect(await ask({ httpsPort: 443 })).toEqual([308, 'https://booth.local/join/x?a=1']);
  });

  it('leads to the public address where there is one, whatever the request says', async () => {
    expect(await ask({ publicUrl: 'https://booth.fair.example:3000' }, { host: 'evil.example' })).toEqual([
      308,
      'https://booth.fair.example:3000/join/x?a=1',
    ]);
  });

  it('takes other methods along', async () => {
    expect(await ask({}, { method: 'POST' })).toEqual([308, 'https://booth.local:3443/join/x?a=1']);
  });

  it('refuses addresses elsewhere, and requests without a name', async () => {
    expect(await ask({}, { path: 'http://evil.example/' })).toEqual([400, undefined]);
    await redirect?.close();
    expect(await ask({}, { host: 'a b' })).toEqual([400, undefined]);
  });
});
