import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { ServerEnv } from '../../http/request-info.ts';
import type { Logger } from '../../util/logger.ts';
import { QueueFullError } from '../../util/work-queue.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { createErrorHandler, resolveApiVersion } from './error-response.ts';

async function answerTo(error: Error) {
  const logged: unknown[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => logged.push(fields),
  };
  const app = new Hono<ServerEnv>();
  app.onError(createErrorHandler(log));
  app.get('/', () => {
    throw error;
  });
  const response = await app.request('/', { headers: { 'X-Supabase-Api-Version': '2024-01-01' } });
  return { status: response.status, headers: response.headers, body: await response.json(), logged };
}

describe('error handler', () => {
  it('adds the details of an error to its body', async () => {
    const error = new AuthError(422, 'weak_password', 'Too short', {
      weak_password: { reasons: ['length'] },
    });
    const { status, body, logged } = await answerTo(error);
    expect({ status, body, logged }).toEqual({
      status: 422,
      body: { code: 'weak_password', message: 'Too short', weak_password: { reasons: ['length'] } },
      logged: [],
    });
  });

  it('gives OAuth errors their own form, without a code', async () => {
    const { status, headers, body } = await answerTo(new OAuthError('invalid_request', 'what is missing'));
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', error_description: 'what is missing' });
    expect(headers.get('x-sb-error-code')).toBeNull();
  });

  it('asks to come again when too many passwords wait to be checked', async () => {
    const { status, headers, body } = await answerTo(new QueueFullError('full'));
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: 'over_request_rate_limit' });
    expect(headers.get('retry-after')).toBe('2');
  });

  it('keeps unexpected errors to the log', async () => {
    const { status, body, logged } = await answerTo(new Error('the inside'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('the inside');
    expect(logged).toMatchObject([
      { err: { message: 'the inside' }, errorId: (body as { error_id: string }).error_id },
    ]);
  });
});

it.each([
  [undefined, 'initial'],
  ['', 'initial'],
  ['2023-12-31', 'initial'],
  ['2024-1-1', 'initial'],
  ['2024-02-30', 'initial'],
  ['9999-99-99', 'initial'],
  ['2024-01-01; drop', 'initial'],
  ['2024-01-01', '2024-01-01'],
  [' 2026-08-09 ', '2024-01-01'],
])('version header %j means %s', (header, expected) => {
  expect(resolveApiVersion(header)).toBe(expected);
});
