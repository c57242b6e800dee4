import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('the relying party of passkeys', () => {
  it.each([
    ['https://fair.example', { id: 'fair.example', origin: 'https://fair.example' }],
    ['https://Fair.Example:8443/', { id: 'fair.example', origin: 'https://fair.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://app.localhost:3000', { id: 'app.localhost', origin: 'http://app.localhost:3000' }],
  ])('%s is a site', (url, expected) => {
    expect(relyingPartyOf(url)).toEqual(expected);
  });

  it.each([
    'http://127.0.0.1:3000',
    'https://192.0.2.7',
    'http://[::1]:3000',
    'http://fair.example',
    'http://localhost.fair.example',
  ])('%s can have no passkeys', (url) => {
    expect(relyingPartyOf(url)).toBeNull();
  });
});
