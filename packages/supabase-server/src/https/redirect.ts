import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Redirect {
  port: number;
  close(): Promise<void>;
}

export interface RedirectOptions {
  host: string;
  port: number;
  /** Origin of the HTTPS server; null: the name that the caller used, with `httpsPort`. */
  publicUrl: string | null;
  httpsPort: number;
}

const TIME_LIMIT_MS = 10_000;
const LARGEST_HEADERS = 16_384;

/**
 * Listens for plain HTTP and sends every request to HTTPS, under the same path.
 * @throws with code EADDRINUSE or EACCES when the port cannot be bound
 */
export async function startRedirect(options: RedirectOptions): Promise<Redirect> {
  const server = createServer(
    {
      maxHeaderSize: LARGEST_HEADERS,
      headersTimeout: TIME_LIMIT_MS,
      requestTimeout: TIME_LIMIT_MS,
      keepAliveTimeout: 1,
    },
    (request, response) => {
      const location = httpsAddress(request, options);
      response.setHeader('Connection', 'close');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      if (location) response.writeHead(308, { Location: location }).end();
      else response.writeHead(400).end();
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns null for a request that names no host or no path */
function httpsAddress(
  { url, headers }: IncomingMessage,
  { publicUrl, httpsPort }: RedirectOptions,
): string | null {
  // A target such as http://elsewhere/ would make the redirect lead there.
  if (!url?.startsWith('/')) return null;
  if (publicUrl) return new URL(publicUrl).origin + url;
  const asked = `http://${headers.host ?? ''}`;
  if (!URL.canParse(asked)) return null;
  const port = httpsPort === 443 ? '' : `:${httpsPort}`;
  return `https://${new URL(asked).hostname}${port}${url}`;
}
