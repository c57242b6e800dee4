import type { Context } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress, type ServerEnv } from './request-info.ts';

/** A request from the peer 192.0.2.7 with the given X-Forwarded-For. */
function request(forwardedFor: string | undefined): Context<ServerEnv> {
  return {
    req: { header: (name: string) => (name === 'x-forwarded-for' ? forwardedFor : undefined) },
    env: { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
  } as unknown as Context<ServerEnv>;
}

describe('clientAddress', () => {
  it('is the peer unless a proxy is trusted', () => {
    expect(clientAddress(request('203.0.113.9'), { trustProxy: false })).toBe('192.0.2.7');
  });

  it('is what the nearest proxy says, not what the client wrote before it', () => {
    const address = clientAddress(request('198.51.100.1, 10.0.0.1,  203.0.113.9 '), { trustProxy: true });
    expect(address).toBe('203.0.113.9');
  });

  it('is the peer when a trusted proxy says nothing', () => {
    expect(clientAddress(request(undefined), { trustProxy: true })).toBe('192.0.2.7');
    expect(clientAddress(request('203.0.113.9, '), { trustProxy: true })).toBe('192.0.2.7');
  });
});
