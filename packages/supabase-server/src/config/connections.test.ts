import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

describe('patience with slow requests', () => {
  it('has bounds, and no more for the headers than for the whole', () => {
    expect(loadServerConfig({}).connections).toEqual({ headersSeconds: 20, requestSeconds: 300 });
    const short = loadServerConfig({ REQUEST_HEADERS_SECONDS: '30', REQUEST_SECONDS: '10' });
    expect(short.connections).toEqual({ headersSeconds: 10, requestSeconds: 10 });
    // Without an end anybody could hold every socket.
    expect(() => loadServerConfig({ REQUEST_SECONDS: '0' })).toThrow('REQUEST_SECONDS');
    expect(() => loadServerConfig({ REQUEST_HEADERS_SECONDS: '601' })).toThrow('REQUEST_HEADERS_SECONDS');
  });
});
