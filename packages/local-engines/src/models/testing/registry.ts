import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Model, ModelFile } from '../model.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/**
 * A local server that serves files as the models' registry does: redirects, Range requests, and
 * failures.
 */
export interface Registry {
  url: string;
  /** Requests so far, as `GET /path bytes=5-`. */
  requests: string[];
  /**
   * The reactions to the next requests, in this order; afterwards it acts as a good server does.
   */
  next: Answer[];
  close(): Promise<void>;
}

/** Serves a file with Range support (RFC 9110, section 14). */
export const serve: Answer = (request, response, body) => {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) {
    response.end(body);
    return;
  }
  response.writeHead(206, { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` });
  response.end(body.subarray(start));
};

export const status =
  (code: number): Answer =>
  (_request, response) =>
    void response.writeHead(code).end('no');

/** Sends the first bytes and ends the connection. */
export const breakAfter =
  (bytes: number): Answer =>
  (_request, response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, bytes), () => response.destroy());
  };

/** Sends the first bytes and then nothing. */
export const stallAfter =
  (bytes: number): Answer =>
  (_request, response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, bytes));
  };

/** @param files bodies by path */
export async function startRegistry(files: Record<string, Buffer>): Promise<Registry> {
  const requests: string[] = [];
  const next: Answer[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    requests.push(`${request.method} ${url}${headers.range ? ` ${headers.range}` : ''}`);
    const body = files[url.replace(/^\/moved/, '')];
    if (!body) return status(404)(request, response, Buffer.alloc(0));
    (next.shift() ?? serve)(request, response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns a Zstandard frame that stores the bytes as they are (RFC 8878, section 3.1.1) */
export function zstdFrame(bytes: Buffer): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  // A segment whose size follows in four bytes.
  header.writeUInt8(0xa0, 4);
  header.writeUInt32LE(bytes.length, 5);
  const blocks: Buffer[] = [];
  const block = 65_536;
  for (let start = 0; start < bytes.length; start += block) {
    const data = bytes.subarray(start, start + block);
    const isLast = start + block >= bytes.length;
    const head = Buffer.alloc(3);
    head.writeUIntLE((data.length << 3) | (isLast ? 1 : 0), 0, 3);
    blocks.push(head, data);
  }
  return Buffer.concat([header, ...blocks]);
}

/** @returns a model of one file, and what its registry serves */
export function sampleModel(origin: string, content: Buffer, id = 'translation-en-zh'): Model {
  const packed = zstdFrame(content);
  const file: ModelFile = {
    role: 'model',
    name: 'model.bin',
    bytes: content.length,
    sha256: hashOf(content),
    download: {
      url: `${origin}/${id}.zst`,
      bytes: packed.length,
      sha256: hashOf(packed),
      compression: 'zstd',
    },
  };
  const licence = { name: 'MPL-2.0', url: 'https://www.mozilla.org/MPL/2.0/' };
  return { id, kind: 'translation', title: 'English to Chinese', version: '3.0', licence, files: [file] };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
