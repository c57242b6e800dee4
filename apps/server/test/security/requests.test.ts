import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

let server: StorageServer;
let user: SignedIn;
let port: number;
beforeAll(async () => {
  server = await startStorageServer({
    REQUEST_HEADERS_SECONDS: '1',
    REQUEST_SECONDS: '2',
    MAX_BODY_BYTES: '20000',
    STORAGE_MAX_FILE_BYTES: '20000',
  });
  user = await server.person({ role: 'visitor' });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.stop());

const head = (method: string, target: string, more: string[] = []) =>
  [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `apikey: ${server.ctx.apiKeys.publishable}`,
    `Authorization: Bearer ${user.accessToken}`,
    'Content-Type: application/json',
    ...more,
    '',
    '',
  ].join('\r\n');

/** Sends what `write` says and gives all that comes back until the server ends the connection. */
function converse(write: (socket: net.Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => write(socket));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
const statuses = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));

/** One writable place of each service. */
const WRITES: Array<[string, string, string]> = [
  ['auth', 'POST', '/auth/v1/signup'],
  ['auth, change', 'PUT', '/auth/v1/user'],
  ['rest', 'POST', '/rest/v1/messages'],
  ['rest, function', 'POST', '/rest/v1/rpc/join_session'],
  ['storage, list', 'POST', '/storage/v1/object/list/chat-files'],
  ['functions', 'POST', '/functions/v1/translate-messages'],
  ['realtime', 'POST', '/realtime/v1/api/broadcast'],
];

/** Supabase's storage answers 400 and has the 413 in the body. */
const tooLarge = (target: string) => (target.startsWith('/storage/') ? 400 : 413);

describe('too much', () => {
  it.each(WRITES)('of a body is refused by its announcement: %s', async (_name, method, target) => {
    const answer = await converse((socket) => {
      socket.write(head(method, target, ['Content-Length: 99000000', 'Connection: close']));
      socket.write('{"a":');
    });
    expect(statuses(answer)).toEqual([tooLarge(target)]);
  });

  it.each(WRITES)(
    'of a body without a length is refused while it comes: %s',
    async (_name, method, target) => {
      // Beyond the limit, and never at its end. A flood would lose the answer: a connection that is
      // closed with unread bytes is reset.
      const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
      const answer = await converse((socket) => {
        socket.write(head(method, target, ['Transfer-Encoding: chunked', 'Connection: close']));
        socket.write(chunk.repeat(6));
      });
      expect(statuses(answer)).toEqual([tooLarge(target)]);
    },
  );

  it('of an upload is refused, announced or not, and nothing is kept', async () => {
    await server.admin.storage.createBucket('hall');
    const { error } = await server.admin.storage.from('hall').upload('a', new Blob(['x'.repeat(30_000)]));
    expect((error as { statusCode?: string } | null)?.statusCode).toBe('413');
    expect(await server.filesOnDisk()).toEqual([]);
  });

  it.each(WRITES)('of nesting ends in an answer: %s', async (_name, method, target) => {
    for (const text of ['['.repeat(9000), `${'['.repeat(9000)}${']'.repeat(9000)}`, '{"a":'.repeat(3000)]) {
      const response = await fetch(server.url + target, {
        method,
        body: text,
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          authorization: `Bearer ${user.accessToken}`,
          'content-type': 'application/json',
        },
      });
      expect({ text: text.slice(0, 9), refused: response.status >= 400 && response.status < 500 }).toEqual({
        text: text.slice(0, 9),
        refused: true,
      });
    }
  });

  it('of a URL is refused everywhere', async () => {
    for (const target of [
      '/auth/v1/settings',
      '/rest/v1/messages',
      '/storage/v1/bucket',
      '/functions/v1/x',
      '/realtime/v1/x',
      '/login',
    ]) {
      const answer = await fetch(`${server.url}${target}?x=${'y'.repeat(17_000)}`, {
        headers: { apikey: server.ctx.apiKeys.publishable },
      });
      expect({ target, status: answer.status }).toEqual({ target, status: 414 });
    }
  });

  it('of headers is refused', async () => {
    const one = await converse((socket) =>
      socket.write(head('GET', '/healthz', [`X-Long: ${'y'.repeat(40_000)}`])),
    );
    const many = await converse((socket) =>
      socket.write(
        head(
          'GET',
          '/healthz',
          Array.from({ length: 3000 }, (_, n) => `X-${n}: yyyyyyyy`),
        ),
      ),
    );
    expect([statuses(one)[0], statuses(many)[0]]).toEqual([431, 431]);
  });
});

describe('a slow request', () => {
  it('of headers that never end is cut off', async () => {
    const answer = await converse((socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
  });

  const slow: typeof WRITES = [...WRITES, ['storage, upload', 'POST', '/storage/v1/object/hall/slow']];
  it.each(slow)('of a body that never ends is cut off: %s', async (_name, method, target) => {
    const answer = await converse((socket) => {
      socket.write(head(method, target, ['Content-Length: 4000']));
      const drip = setInterval(() => socket.write('{'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    // Storage refuses this upload before it reads the body.
    expect(statuses(answer)).toEqual([target.endsWith('/hall/slow') ? 400 : 408]);
  });

  it('does not block other requests', async () => {
    const waiting = Array.from({ length: 200 }, () =>
      converse((socket) => void socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')),
    );
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await Promise.all(waiting);
  });
});

describe('a request smuggled inside of another', () => {
  const smuggled = 'GET /auth/v1/settings HTTP/1.1\r\nHost: x\r\n\r\n';
  const cases: Record<string, string> = {
    'both lengths': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n${smuggled}`,
    'a length with a sign': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${smuggled}`,
    'an unknown encoding': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n${smuggled}`,
    'chunked, not last': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'a blank before the colon': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a folded header': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    'line feeds alone': `POST /rest/v1/messages HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`,
    'a bad chunk size': `POST /rest/v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${smuggled}`,
  };
  it.each(Object.keys(cases))('by %s: refused, and the connection ended', async (name) => {
    const answer = await converse((socket) => void socket.end(cases[name] as string));
    expect(statuses(answer)).toEqual([400]);
  });
});

describe('a request that is no good HTTP', () => {
  it.each([
    ['without a host', [400], 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['with two hosts', [200], 'GET /config.json HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n'],
    ['with an invalid host', [400], 'GET /config.json HTTP/1.1\r\nHost: a b<script>\r\n\r\n'],
    ['with a host that is a URL', [400], 'GET /config.json HTTP/1.1\r\nHost: evil.example/path?\r\n\r\n'],
    ['of an unknown method', [400], 'BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['of TRACE', [404], 'TRACE /healthz HTTP/1.1\r\nHost: x\r\nCookie: secret\r\n\r\n'],
    ['of CONNECT', [], 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['for another server', [200], 'GET http://169.254.169.254/healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['with NUL', [400], 'GET /healthz\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s harms nothing', async (_name, expected, text) => {
    const answer = await converse((socket) =>
      socket.write(text.replace(/\r\n$/, 'Connection: close\r\n\r\n')),
    );
    expect(statuses(answer)).toEqual(expected);
    expect(answer).not.toContain('secret');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
