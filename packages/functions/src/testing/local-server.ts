import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, or undefined for an empty body and for a form. */
  body: unknown;
  /** The body as it came. */
  bytes: Buffer<ArrayBuffer>;
}

export interface LocalAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A string goes out as it is, anything else as JSON. */
  body?: unknown;
}

/** Pieces that are sent one after the other; then the answer ends, breaks off, or goes silent. */
export interface LocalStream {
  headers?: Record<string, string>;
  pieces: readonly (string | Uint8Array)[];
  ending: 'end' | 'cut' | 'hang';
}

/** `hang` never answers, `cut` closes the connection without one. */
export type LocalBehaviour = LocalAnswer | LocalStream | 'hang' | 'cut';

export interface LocalServer {
  url: string;
  seen: SeenRequest[];
  /** Connections that the caller has ended before the answer was over. */
  left(): number;
}

/** A real HTTP server on this machine for one test, which it does not outlive. */
export async function startLocalServer(
  answer: (request: SeenRequest, index: number) => LocalBehaviour,
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  let left = 0;
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isForm = req.headers['content-type']?.startsWith('multipart/') ?? false;
    const request: SeenRequest = {
      method: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      body: isForm || bytes.length === 0 ? undefined : JSON.parse(bytes.toString()),
      bytes,
    };
    seen.push(request);
    res.on('close', () => {
      if (!res.writableFinished) left += 1;
    });
    const behaviour = answer(request, seen.length - 1);
    if (behaviour === 'hang') return;
    if (behaviour === 'cut') {
      req.socket.destroy();
      return;
    }
    if ('pieces' in behaviour) {
      res.writeHead(200, { 'content-type': 'text/event-stream', ...behaviour.headers });
      for (const piece of behaviour.pieces) await new Promise((sent) => res.write(piece, sent));
      if (behaviour.ending === 'end') res.end();
      if (behaviour.ending === 'cut') req.socket.destroy();
      return;
    }
    const { status = 200, headers = {}, body = {} } = behaviour;
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, left: () => left };
}

/** @returns the address of a port without a listener */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
