import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const KEY = `SK${'1'.repeat(32)}`;
const SERVICE = `MG${'2'.repeat(32)}`;
const twilio = { TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15005550006' };

describe('phone numbers', () => {
  it('are on where messages can be sent, and where nobody but the operator can reach the product', () => {
    const enabled = (env: Record<string, string>) => loadServerConfig(env).auth.phone.enabled;
    const publicly = { PUBLIC_URL: 'https://fair.example' };
    expect(enabled({})).toBe(true);
    expect(enabled(publicly)).toBe(false);
    expect(enabled({ ...publicly, ...twilio })).toBe(true);
    expect(enabled({ ...publicly, SMS_PROVIDER: 'outbox' })).toBe(true);
    expect(enabled({ ...twilio, PHONE_SIGN_IN: 'false' })).toBe(false);
    expect(enabled({ ...publicly, PHONE_SIGN_IN: 'true' })).toBe(true);
  });

  it('are a second factor where they can be an address, unless that is decided apart', () => {
    const factor = (env: Record<string, string>) => loadServerConfig(env).auth.phone.factorEnabled;
    expect(factor({})).toBe(true);
    expect(factor({ PUBLIC_URL: 'https://fair.example' })).toBe(false);
    expect(factor({ PHONE_SIGN_IN: 'false' })).toBe(true);
    expect(factor({ PHONE_FACTOR_ENABLED: 'false' })).toBe(false);
  });

  it('can be bound to countries', () => {
    expect(loadServerConfig({}).sms.prefixes).toEqual([]);
    expect(loadServerConfig({ SMS_ALLOWED_PREFIXES: '+49, 86,971' }).sms.prefixes).toEqual([
      '49',
      '86',
      '971',
    ]);
    expect(() => loadServerConfig({ SMS_ALLOWED_PREFIXES: 'de' })).toThrow('- SMS_ALLOWED_PREFIXES ');
  });
});

describe('the SMS provider', () => {
  it('is a folder unless there is an account', () => {
    expect(loadServerConfig({}).sms).toEqual({ twilio: null, prefixes: [], timeoutMs: 10_000 });
    expect(loadServerConfig(twilio).sms.twilio).toEqual({
      baseUrl: 'https://api.twilio.com',
      accountSid: ACCOUNT,
      user: ACCOUNT,
      secret: 'secret',
      from: '+15005550006',
      messagingServiceSid: null,
      whatsAppFrom: null,
      whatsAppContentSid: null,
    });
  });

  it('takes an API key and a messaging service instead', () => {
    const config = loadServerConfig({
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_API_KEY_SID: KEY,
      TWILIO_API_KEY_SECRET: 'secret',
      TWILIO_MESSAGING_SERVICE_SID: SERVICE,
    });
    expect(config.sms.twilio).toMatchObject({ user: KEY, from: null, messagingServiceSid: SERVICE });
  });

  it.each([
    ['TWILIO_ACCOUNT_SID', { SMS_PROVIDER: 'twilio' }],
    ['TWILIO_ACCOUNT_SID', { ...twilio, TWILIO_ACCOUNT_SID: '' }],
    ['TWILIO_ACCOUNT_SID', { ...twilio, TWILIO_ACCOUNT_SID: 'AC/../..' }],
    ['TWILIO_AUTH_TOKEN', { ...twilio, TWILIO_AUTH_TOKEN: '' }],
    ['TWILIO_AUTH_TOKEN', { ...twilio, TWILIO_API_KEY_SID: KEY, TWILIO_API_KEY_SECRET: 'secret' }],
    ['TWILIO_API_KEY_SID', { ...twilio, TWILIO_API_KEY_SECRET: 'secret' }],
    ['TWILIO_FROM', { ...twilio, TWILIO_FROM: '' }],
    ['TWILIO_FROM', { ...twilio, TWILIO_FROM: '+49 30 1' }],
    ['TWILIO_FROM', { ...twilio, TWILIO_MESSAGING_SERVICE_SID: SERVICE }],
    ['SMS_PROVIDER', { ...twilio, SMS_PROVIDER: 'outbox' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
  ])('refuses %s in %j', (name, environment) => {
    expect(() => loadServerConfig(environment)).toThrow(`- ${name} `);
  });
});
