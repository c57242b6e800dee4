import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

describe('the limits of an answer', () => {
  it('have defaults', () => {
    expect(loadServerConfig({}).limits).toMatchObject({
      answerBytes: 8_388_608,
      embeddedRows: 50_000,
      embedTimeoutMs: 3000,
      callers: { running: 4, waiting: 128, waitMs: 5000 },
    });
  });

  it('cannot be turned off', () => {
    for (const [name, value] of [
      ['MAX_ANSWER_BYTES', '0'],
      ['MAX_ANSWER_BYTES', '65535'],
      ['MAX_ANSWER_BYTES', '268435457'],
      ['MAX_EMBEDDED_ROWS', '0'],
      ['EMBED_TIMEOUT_MS', '0'],
      ['CALLER_REQUESTS_AT_ONCE', '0'],
      ['CALLER_WAIT_MS', '0'],
    ] as const) {
      expect(() => loadServerConfig({ [name]: value })).toThrow(name);
    }
  });

  it('give embeds no more time than other requests', () => {
    expect(loadServerConfig({ STATEMENT_TIMEOUT_MS: '1000' }).limits.embedTimeoutMs).toBe(1000);
  });
});
