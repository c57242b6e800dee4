import { describe, expect, it } from 'vitest';
import { HandshakeError } from './handshake.ts';
import { checkOrigin, type OriginRules } from './origin.ts';

const RULES: OriginRules = { publicUrl: null, trustProxy: false, allowedOrigins: [] };

function refused(headers: Record<string, string>, rules: Partial<OriginRules> = {}): boolean {
  try {
    checkOrigin({ headers }, { ...RULES, ...rules });
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(HandshakeError);
    return true;
  }
}

describe('the origin of a WebSocket', () => {
  it('is the page’s own host, or none outside a browser', () => {
    expect(refused({ host: 'fair.example' })).toBe(false);
    expect(refused({ host: 'fair.example:3000', origin: 'http://fair.example:3000' })).toBe(false);
    expect(refused({ host: 'Fair.example', origin: 'https://fair.example' })).toBe(false);
  });

  it.each([
    'https://evil.example',
    'https://fair.example.evil.example',
    'http://fair.example:8080',
    'null',
    '',
    'file://',
    'nonsense',
  ])('%s is another site’s', (origin) => {
    expect(refused({ host: 'fair.example', origin })).toBe(true);
  });

  it('may be PUBLIC_URL’s, or one that the operator names', () => {
    const headers = { host: '10.0.0.5:3000', origin: 'https://fair.example' };
    expect(refused(headers)).toBe(true);
    expect(refused(headers, { publicUrl: 'https://fair.example/base' })).toBe(false);
    expect(refused(headers, { allowedOrigins: ['https://fair.example'] })).toBe(false);
    expect(refused(headers, { allowedOrigins: ['*'] })).toBe(false);
  });

  it('is compared with the forwarded host behind a trusted proxy alone', () => {
    const headers = { host: 'app:3000', 'x-forwarded-host': 'fair.example', origin: 'https://fair.example' };
    expect(refused(headers, { trustProxy: true })).toBe(false);
    expect(refused(headers)).toBe(true);
  });
});
