import type { IncomingMessage, Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ServerConfig } from '../config/server-config.ts';
import { closeAll } from '../util/close-all.ts';
import type { ServerEnv } from './request-info.ts';

/** An application that handles HTTP requests and WebSocket handshakes. */
export interface HttpApp {
  http: Pick<Hono<ServerEnv>, 'fetch'>;
  /** Takes over WebSocket handshakes of the HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes sockets with a code that makes clients reconnect, then everything else. */
  close(): Promise<void>;
}

export interface Listening {
  port: number;
  /** Stops accepting, closes WebSockets, finishes requests under way, then returns. */
  close(): Promise<void>;
}

/** Time that requests under way get to finish when the server stops. */
const DRAIN_MS = 10_000;

/** The certificate of an HTTPS server (PEM), which may be replaced while the server runs. */
export interface TlsSource {
  current(): TlsCertificate;
  onChange(listener: (certificate: TlsCertificate) => void): void;
}

interface TlsCertificate {
  cert: string;
  key: string;
}

/** The address to listen on, and the time limits for slow clients. */
export interface ListenOptions extends Pick<ServerConfig, 'port' | 'host' | 'connections'> {
  /** Speaks HTTPS with this certificate; plain HTTP when missing. */
  tls?: TlsSource | undefined;
}

/** The interval of the checks for slow connections: a limit is kept to within this time. */
const CHECK_MS = 5_000;

/**
 * Binds the app to a TCP port.
 * @throws with code EADDRINUSE or EACCES when it cannot be bound.
 */
export async function listen(app: HttpApp, options: ListenOptions): Promise<Listening> {
  const { tls } = options;
  const { headersSeconds, requestSeconds } = options.connections;
  const server = createAdaptorServer({
    fetch: app.http.fetch,
    ...(tls && { createServer: createHttpsServer }),
    // Slow or endless headers and bodies are cut off; large headers are refused with 431.
    serverOptions: {
      ...tls?.current(),
      maxHeaderSize: 32_768,
      headersTimeout: headersSeconds * 1000,
      requestTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(CHECK_MS, (headersSeconds * 1000) / 2),
      keepAliveTimeout: 65_000,
    },
  }) as Server;
  tls?.onChange((certificate) => (server as unknown as HttpsServer).setSecureContext(certificate));
  // Every answer, also of what knows nothing of headers: no browser may take it for another type
  // than it says.
  server.prependListener('request', (_request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', destroySocket);
    app.handleUpgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const drained = new Promise<void>((resolve) => server.close(() => resolve()));
      async function drain() {
        server.closeIdleConnections();
        const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        await drained;
        clearTimeout(cut);
      }
      await closeAll([() => app.close(), drain]);
    },
  };
}

/** One listener for all sockets: a process may hold tens of thousands of WebSockets. */
function destroySocket(this: Duplex): void {
  this.destroy();
}
