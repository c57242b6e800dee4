import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has defaults for everything', () => {
    const config = loadConfig({}, '/srv/dragoman');
    expect(config).toMatchObject({
      port: 3000,
      dataDir: '/srv/dragoman/data',
      translation: [],
      mail: { from: 'Dragoman <no-reply@localhost>' },
      joinPage: { waitMs: 300 },
      eventAdmin: { defaults: { guestsEnabled: true, retentionDays: 0 } },
    });
  });

  it('names every bad variable at once, of the product, its engines and the server below', () => {
    const attempt = () =>
      loadConfig({
        PORT: '99999',
        SMTP_URL: 'smtp://mail.fair.example',
        RETENTION_DAYS: 'many',
        TRANSLATION_OPENAI_URL: 'http://127.0.0.1:11434/v1',
      });
    expect(attempt).toThrow(ConfigError);
    try {
      attempt();
    } catch (error) {
      const names = (error as ConfigError).problems.map((problem) => problem.split(' ')[0]);
      expect(names.sort()).toEqual([
        'MAIL_FROM',
        'PORT',
        'PUBLIC_URL',
        'RETENTION_DAYS',
        'TRANSLATION_OPENAI_MODEL',
      ]);
    }
  });

  it.each([
    ['GUESTS', 'eventAdmin.defaults.guestsEnabled', false],
    ['RETENTION_DAYS', 'eventAdmin.defaults.retentionDays', 90],
    ['JOIN_PAGE_WAIT_MS', 'joinPage.waitMs', 50],
  ])('lets %s set %s', (variable, setting, value) => {
    const differing = loadConfig({ [variable]: String(value) });
    expect(differing).toHaveProperty(setting, value);
    expect(loadConfig({})).not.toHaveProperty(setting, value);
    expect(() => loadConfig({ [variable]: 'many' })).toThrow(`- ${variable} `);
  });
});
