import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const GOOD = 'quay-lantern-4711-harbour';

describe('the secret of the organiser', () => {
  it('may be given, left as it was, or taken away', () => {
    expect(loadConfig({}).eventAdmin.secret).toEqual({ kind: 'keep' });
    expect(loadConfig({ ORGANISER_SECRET: 'Off' }).eventAdmin.secret).toEqual({ kind: 'none' });
    expect(loadConfig({ ORGANISER_SECRET: GOOD }).eventAdmin.secret).toEqual({ kind: 'given', value: GOOD });
  });

  it.each([
    ['quay-lantern-47', 'ORGANISER_SECRET must have 16 to 200 characters'],
    ['quay'.repeat(51), 'ORGANISER_SECRET must have 16 to 200 characters'],
    ['1212121212121212121212', 'ORGANISER_SECRET must have at least 8 different characters'],
    ['Organiser-Secret-2026', 'ORGANISER_SECRET is too easy to guess'],
    ['dragoman-password!', 'ORGANISER_SECRET is too easy to guess'],
  ])('is refused when it is weak: %s', (secret, problem) => {
    expect(() => loadConfig({ ORGANISER_SECRET: secret })).toThrow(problem);
    // The secret itself must not appear in a log.
    expect(() => loadConfig({ ORGANISER_SECRET: secret })).not.toThrow(secret);
  });

  it('may hold a word that is guessed first, if the rest is long enough', () => {
    expect(loadConfig({ ORGANISER_SECRET: 'dragoman at the quay 4711' }).eventAdmin.secret.kind).toBe(
      'given',
    );
  });
});

describe('defaults of what the organiser decides', () => {
  it('are the environment’s', () => {
    expect(loadConfig({}).eventAdmin.defaults).toEqual({ retentionDays: 0, guestsEnabled: true });
    expect(loadConfig({ RETENTION_DAYS: '90', GUESTS: 'off' }).eventAdmin.defaults).toEqual({
      retentionDays: 90,
      guestsEnabled: false,
    });
    expect(() => loadConfig({ RETENTION_DAYS: '-1' })).toThrow('RETENTION_DAYS');
  });
});
