import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has defaults for everything', () => {
    const config = loadConfig({}, '/srv/dragoman');
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: '/srv/dragoman/data',
      databaseUrl: null,
      trustProxy: false,
      translation: { openai: null, libreTranslate: null },
    });
  });

  it('takes empty values as unset and trims a trailing slash', () => {
    const config = loadConfig({ PORT: '', PUBLIC_URL: 'https://fair.example/' });
    expect(config.port).toBe(3000);
    expect(config.publicUrl).toBe('https://fair.example');
  });

  it('names every bad variable at once', () => {
    const attempt = () =>
      loadConfig({
        PORT: '99999',
        PUBLIC_URL: 'ftp://x',
        DATABASE_URL: 'mysql://x',
        LOG_LEVEL: 'loud',
        TRUST_PROXY: 'maybe',
        JWT_KEYS: '{"keys":[]}',
        JWT_SECRET: 'short',
        TRANSLATION_OPENAI_URL: 'http://127.0.0.1:11434/v1',
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
          'TRANSLATION_OPENAI_MODEL',
          'TRUST_PROXY',
        ].sort(),
      );
    }
  });
});
