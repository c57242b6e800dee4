import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

describe('the settings of a captcha', () => {
  it('name the verifier by its provider', () => {
    expect(loadServerConfig({}).auth.captcha).toBeNull();
    expect(
      loadServerConfig({ CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SECRET: 's' }).auth.captcha?.verifyUrl,
    ).toBe('https://api.hcaptcha.com/siteverify');
    const proxied = loadServerConfig({
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SECRET: 's',
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
    });
    expect(proxied.auth.captcha).toEqual({
      provider: 'turnstile',
      secret: 's',
      verifyUrl: 'http://127.0.0.1:9/siteverify',
      timeoutMs: 5000,
    });
  });

  it.each([
    ['CAPTCHA_PROVIDER', { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SECRET: 's' }],
    ['CAPTCHA_PROVIDER and CAPTCHA_SECRET', { CAPTCHA_PROVIDER: 'hcaptcha' }],
    ['CAPTCHA_PROVIDER and CAPTCHA_SECRET', { CAPTCHA_SECRET: 's' }],
    ['CAPTCHA_PROVIDER', { CAPTCHA_VERIFY_URL: 'https://verify.example' }],
  ])('refuse %s in %j', (name, environment) => {
    expect(() => loadServerConfig(environment)).toThrow(`- ${name} `);
  });
});
