import { once } from 'node:events';
import WebSocket from 'ws';
import type { TestServer } from '../harness.ts';
import { openRaw } from '../realtime/raw-socket.ts';

/** A request that presents a token, and the response to it. */
export type Endpoint = (token: string) => Promise<{ status: number; text: string }>;

/**
 * Every place of every service that takes a token as bearer, key, channel token or part of a URL.
 */
export function endpointsOf(server: TestServer): Record<string, Endpoint> {
  const key = server.ctx.apiKeys.publishable;
  const bearer =
    (target: string, method = 'GET', body?: string): Endpoint =>
    async (token) =>
      read(
        await fetch(server.url + target, {
          method,
          headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        }),
      );
  const begin = async (endpoint: string, headers: Record<string, string>) => {
    const metadata = { bucketName: 'chat-files', objectName: 'x/y.webm', contentType: 'audio/webm' };
    const pairs = Object.entries(metadata).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    );
    return read(
      await fetch(`${server.url}/storage/v1/upload/resumable${endpoint}`, {
        method: 'POST',
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': pairs.join(','),
        },
      }),
    );
  };
  const asKey =
    (target: string): Endpoint =>
    async (token) =>
      read(await fetch(server.url + target, { headers: { apikey: token } }));
  return {
    'auth: user': bearer('/auth/v1/user'),
    'auth: change of the user': bearer('/auth/v1/user', 'PUT', '{"data":{"seen":true}}'),
    'auth: sign-out': bearer('/auth/v1/logout', 'POST'),
    'auth: factors': bearer('/auth/v1/factors', 'POST', '{"factor_type":"totp"}'),
    'auth: administration': bearer('/auth/v1/admin/users'),
    'auth: API key': asKey('/auth/v1/settings'),
    'auth: refresh': bearer('/auth/v1/token?grant_type=refresh_token', 'POST', '{"refresh_token":"x"}'),
    'rest: read': bearer('/rest/v1/profiles?select=id'),
    'rest: write': bearer('/rest/v1/messages', 'POST', '{}'),
    'rest: function': bearer('/rest/v1/rpc/join_session', 'POST', '{}'),
    'rest: API key': asKey('/rest/v1/profiles?select=id'),
    'storage: buckets': bearer('/storage/v1/bucket'),
    'storage: object': bearer('/storage/v1/object/authenticated/chat-files/x/y.webm'),
    'storage: upload': bearer('/storage/v1/object/chat-files/x/y.webm', 'POST', 'x'),
    'storage: signed URL': async (token) =>
      read(await fetch(`${server.url}/storage/v1/object/sign/chat-files/x/y.webm?token=${token}`)),
    'storage: signed upload': async (token) =>
      read(
        await fetch(`${server.url}/storage/v1/object/upload/sign/chat-files/x/y.webm?token=${token}`, {
          method: 'PUT',
          body: 'x',
        }),
      ),
    'storage: resumable upload': (token) => begin('', { apikey: key, authorization: `Bearer ${token}` }),
    'storage: signed resumable upload': (token) => begin('/sign', { 'x-signature': token }),
    'functions: translate': bearer(
      '/functions/v1/translate',
      'POST',
      '{"text":"Thank you","sourceLanguage":"en","targetLanguage":"zh"}',
    ),
    'realtime: handshake': (token) => handshake(server, token),
    'realtime: join': (token) => join(server, token),
    'realtime: broadcast over HTTP': bearer('/realtime/v1/api/broadcast', 'POST', '{"messages":[]}'),
  };
}

async function read(response: Response): Promise<{ status: number; text: string }> {
  return { status: response.status, text: await response.text() };
}

async function handshake(server: TestServer, token: string): Promise<{ status: number; text: string }> {
  const query = new URLSearchParams({ apikey: token, vsn: '2.0.0' });
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
  return new Promise((resolve, reject) => {
    ws.once('open', () => {
      ws.terminate();
      resolve({ status: 101, text: '' });
    });
    ws.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, text: '' });
    });
    ws.once('error', reject);
  });
}

/** The reply to a join, told as a status: 200 or 401. */
async function join(server: TestServer, token: string): Promise<{ status: number; text: string }> {
  const socket = await openRaw(server);
  try {
    const bindings = { postgres_changes: [{ event: '*', schema: 'public', table: 'messages' }] };
    const { payload } = await socket.join('realtime:hall', bindings, { access_token: token });
    return { status: payload.status === 'ok' ? 200 : 401, text: JSON.stringify(payload) };
  } finally {
    socket.ws.terminate();
    await once(socket.ws, 'close').catch(() => undefined);
  }
}
