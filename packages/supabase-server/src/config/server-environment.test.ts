import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { loadServerConfig } from './server-environment.ts';

describe('loadServerConfig', () => {
  it('has defaults for everything', () => {
    const config = loadServerConfig({}, '/srv/app');
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: '/srv/app/data',
      databaseUrl: null,
      trustProxy: false,
      realtime: { maxSockets: 20_000, channelsPerSocket: 100, idleSeconds: 75, sendBufferBytes: 1_048_576 },
      storage: {
        maxFileBytes: 52_428_800,
        uploadUrlSeconds: 7200,
        signedUrlMaxSeconds: 3600,
        userQuota: { files: 5000, bytes: 2_147_483_648 },
        guestQuota: { files: 300, bytes: 104_857_600 },
        maxTotalBytes: null,
        minFreeBytes: 536_870_912,
        s3: null,
      },
      rest: { schemas: ['public'], planEnabled: false, rollbackEnabled: false },
    });
  });

  it('lets an operator open what the data API keeps shut', () => {
    const config = loadServerConfig({ REST_PLAN_ENABLED: 'true', REST_ROLLBACK_ENABLED: '1' });
    expect(config.rest).toMatchObject({ planEnabled: true, rollbackEnabled: true });
    expect(() => loadServerConfig({ REST_PLAN_ENABLED: 'verbose' })).toThrow(
      /REST_PLAN_ENABLED must be true or/,
    );
  });

  it('takes empty values as unset and trims a trailing slash', () => {
    const config = loadServerConfig({ PORT: '', PUBLIC_URL: 'https://fair.example/' });
    expect(config.port).toBe(3000);
    expect(config.publicUrl).toBe('https://fair.example');
  });

  it('takes an S3-compatible store, Amazon’s own when no endpoint is named', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const own = loadServerConfig({
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://127.0.0.1:9000/',
      S3_PREFIX: 'x/',
      ...keys,
    });
    expect(own.storage.s3).toEqual({
      bucket: 'b',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      forcePathStyle: true,
      prefix: 'x/',
    });
    const amazon = loadServerConfig({ S3_BUCKET: 'b', S3_REGION: 'eu-central-1' });
    expect(amazon.storage.s3).toMatchObject({ endpoint: null, credentials: null, forcePathStyle: false });
    expect(() => loadServerConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow(/S3_BUCKET must be set/);
    expect(() => loadServerConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' })).toThrow(
      /must be set together/,
    );
    expect(() => loadServerConfig({ S3_BUCKET: 'b', S3_PREFIX: 'a b' })).toThrow(/S3_PREFIX/);
  });

  it('names every bad variable at once', () => {
    const attempt = () =>
      loadServerConfig({
        PORT: '99999',
        PUBLIC_URL: 'ftp://x',
        DATABASE_URL: 'mysql://x',
        LOG_LEVEL: 'loud',
        TRUST_PROXY: 'maybe',
        JWT_KEYS: '{"keys":[]}',
        JWT_SECRET: 'short',
        STORAGE_MAX_FILE_BYTES: '50MB',
      });
    expect(attempt).toThrow(ConfigError);
    try {
      attempt();
    } catch (error) {
      const names = (error as ConfigError).problems.map((problem) => problem.split(' ')[0]);
      expect(names.sort()).toEqual(
        [
          'DATABASE_URL',
          'JWT_KEYS',
          'JWT_SECRET',
          'LOG_LEVEL',
          'PORT',
          'PUBLIC_URL',
          'STORAGE_MAX_FILE_BYTES',
          'TRUST_PROXY',
        ].sort(),
      );
    }
  });

  it('reads the schemas that the data API shows', () => {
    expect(loadServerConfig({}).rest.schemas).toEqual(['public']);
    expect(loadServerConfig({ API_SCHEMAS: 'public, booth' }).rest.schemas).toEqual(['public', 'booth']);
    expect(() => loadServerConfig({ API_SCHEMAS: 'public,,x y' })).toThrow(
      /API_SCHEMAS must be names of schemas/,
    );
  });

  it('asks for mails to be opened when mails can be sent', () => {
    const smtp = {
      SMTP_URL: 'smtp://mail.fair.example',
      MAIL_FROM: 'Fair <hello@fair.example>',
      PUBLIC_URL: 'https://fair.example',
    };
    expect(loadServerConfig({}).auth.emailConfirmation).toBe(false);
    expect(loadServerConfig(smtp).auth.emailConfirmation).toBe(true);
    expect(loadServerConfig(smtp).mail).toEqual({ smtpUrl: smtp.SMTP_URL, from: smtp.MAIL_FROM });
    expect(loadServerConfig({ ...smtp, AUTH_EMAIL_CONFIRM: 'false' }).auth.emailConfirmation).toBe(false);
    expect(loadServerConfig({ AUTH_EMAIL_CONFIRM: 'true' }).auth.emailConfirmation).toBe(true);
  });

  it.each([
    ['SMTP_URL', { SMTP_URL: 'http://mail.fair.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.fair.example', PUBLIC_URL: 'https://fair.example' }],
    ['PUBLIC_URL', { SMTP_URL: 'smtp://mail.fair.example', MAIL_FROM: 'hello@fair.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@fair.example\r\nBcc: b@fair.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'Fair' }],
    ['AUTH_EMAIL_CONFIRM', { AUTH_EMAIL_CONFIRM: 'maybe' }],
    ['REDIRECT_ALLOW_LIST', { REDIRECT_ALLOW_LIST: 'https://a.example, b.example' }],
  ])('refuses %s in %j', (name, environment) => {
    expect(() => loadServerConfig(environment)).toThrow(`- ${name} `);
  });

  it('reads a list of redirect patterns', () => {
    const { auth } = loadServerConfig({ REDIRECT_ALLOW_LIST: 'https://*.fair.example/**, fair-app://open' });
    expect(auth.redirectAllowList).toEqual(['https://*.fair.example/**', 'fair-app://open']);
  });

  it.each([
    ['RATE_LIMIT_PER_DEVICE', 'rateLimits.perDevice', 7],
    ['RATE_LIMIT_SIGN_UPS_PER_ADDRESS', 'rateLimits.signUpsPerAddress', 7],
    ['RATE_LIMIT_SIGN_INS_PER_ADDRESS', 'rateLimits.signInsPerAddress', 7],
    ['RATE_LIMIT_SIGN_INS_PER_ACCOUNT', 'rateLimits.signInsPerAccount', 7],
    ['RATE_LIMIT_CODES_PER_ADDRESS', 'rateLimits.codesPerAddress', 7],
    ['RATE_LIMIT_CODES_PER_ACCOUNT', 'rateLimits.codesPerAccount', 7],
    ['RATE_LIMIT_MAILS_PER_ADDRESS', 'rateLimits.mailsPerAddress', 7],
    ['RATE_LIMIT_MAILS_PER_ACCOUNT', 'rateLimits.mailsPerAccount', 7],
    ['RATE_LIMIT_MAIL_DISTANCE_SECONDS', 'rateLimits.mailDistanceSeconds', 7],
    ['RATE_LIMIT_SMS_PER_ADDRESS', 'rateLimits.smsPerAddress', 7],
    ['RATE_LIMIT_SMS_PER_ACCOUNT', 'rateLimits.smsPerAccount', 7],
    ['RATE_LIMIT_SMS_PER_HOUR', 'rateLimits.smsPerHour', 7],
    ['RATE_LIMIT_SMS_DISTANCE_SECONDS', 'rateLimits.smsDistanceSeconds', 7],
    ['RATE_LIMIT_ADDRESS_WINDOW_SECONDS', 'rateLimits.addressWindowSeconds', 7],
    ['RATE_LIMIT_ACCOUNT_WINDOW_SECONDS', 'rateLimits.accountWindowSeconds', 7],
    ['PASSWORD_MIN_LENGTH', 'auth.minimumPasswordLength', 12],
    ['SIGNUP_ENABLED', 'auth.signupEnabled', false],
    ['AUTH_EMAIL_CONFIRM', 'auth.emailConfirmation', true],
    ['AUTH_PHONE_CONFIRM', 'auth.phone.confirmation', false],
    ['ANONYMOUS_USERS_ENABLED', 'auth.anonymousUsersEnabled', false],
    ['TOTP_ENABLED', 'auth.totpEnabled', false],
    ['PHONE_SIGN_IN', 'auth.phone.enabled', false],
    ['PHONE_FACTOR_ENABLED', 'auth.phone.factorEnabled', false],
    ['MFA_MAX_FACTORS', 'auth.maximumFactors', 3],
    ['MFA_CHALLENGE_SECONDS', 'auth.challengeSeconds', 60],
    ['CODE_ATTEMPTS', 'auth.codeAttempts', 3],
    ['MAIL_CODE_DIGITS', 'auth.codeDigits', 8],
    ['RECENT_SIGN_IN_SECONDS', 'auth.recentSignInSeconds', 300],
    ['MAIL_CODE_SECONDS', 'auth.codeSeconds', 900],
    ['SMS_CODE_DIGITS', 'auth.phone.codeDigits', 8],
    ['SMS_CODE_SECONDS', 'auth.phone.codeSeconds', 600],
  ])('lets %s set %s', (variable, setting, value) => {
    const differing = loadServerConfig({ [variable]: String(value) });
    expect(differing).toHaveProperty(setting, value);
    expect(loadServerConfig({})).not.toHaveProperty(setting, value);
    expect(() => loadServerConfig({ [variable]: 'many' })).toThrow(`- ${variable} `);
  });

  it('lets a booth behind one address in by default, and bounds what guesses at one account', () => {
    expect(loadServerConfig({}).rateLimits).toEqual({
      perDevice: 20,
      signUpsPerAddress: 600,
      signInsPerAddress: 600,
      signInsPerAccount: 50,
      codesPerAddress: 600,
      codesPerAccount: 10,
      mailsPerAddress: 600,
      mailsPerAccount: 6,
      mailDistanceSeconds: 60,
      smsPerAddress: 60,
      smsPerAccount: 6,
      smsPerHour: 1000,
      smsDistanceSeconds: 60,
      addressWindowSeconds: 300,
      accountWindowSeconds: 900,
    });
    expect(loadServerConfig({}).auth).toMatchObject({
      codeAttempts: 5,
      maximumFactors: 10,
      challengeSeconds: 300,
    });
    expect(loadServerConfig({ RATE_LIMIT_SIGN_UPS_PER_ADDRESS: '0' }).rateLimits.signUpsPerAddress).toBe(0);
    expect(() => loadServerConfig({ RATE_LIMIT_CODES_PER_ACCOUNT: '-1' })).toThrow(
      'RATE_LIMIT_CODES_PER_ACCOUNT',
    );
    expect(() => loadServerConfig({ MAIL_CODE_DIGITS: '5' })).toThrow('MAIL_CODE_DIGITS');
  });
});
