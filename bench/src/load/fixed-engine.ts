import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A translation server that answers at once, always the same: the benchmark measures the rest of
 * the product's work.
 */
export interface FixedProvider {
  url: string;
  port: number;
  /** The number of texts that it was asked to translate. */
  asked(): number;
  close(): Promise<void>;
}

const ANSWER = '展会开幕前，车间能把我们的样品箱漆成这种颜色吗？';

/** Speaks as much of LibreTranslate's protocol as the product asks. */
export async function openFixedProvider(): Promise<FixedProvider> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isTranslation = request.url === '/translate';
      if (isTranslation) asked++;
      const body = isTranslation ? { translatedText: ANSWER } : [{ code: 'en' }, { code: 'zh' }];
      const bytes = Buffer.from(JSON.stringify(body));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
  });
  // Its connection rests while the product is measured.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
