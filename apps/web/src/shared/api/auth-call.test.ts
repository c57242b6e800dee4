import { AuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { describe, expect, it, vi } from 'vitest';
import { createAuthCall } from './auth-call.ts';

const URL = 'https://fair.example/auth/v1';

function callAnswered(answer: Response | Error) {
  const request = vi.fn<typeof fetch>(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { call: createAuthCall(URL, request), request };
}

describe('a call of the auth service', () => {
  it('gives its answer', async () => {
    const { call, request } = callAnswered(Response.json({ remaining: 9 }));
    expect(await call('/factors/recovery-codes', { method: 'POST', body: { code: 'x' } })).toEqual({
      remaining: 9,
    });
    expect(request).toHaveBeenCalledWith(
      `${URL}/factors/recovery-codes`,
      expect.objectContaining({ method: 'POST', body: '{"code":"x"}', cache: 'no-store' }),
    );
  });

  it('fails with the code of a refusal', async () => {
    const body = { code: 'mfa_recovery_code_used', message: 'used already' };
    const { call } = callAnswered(Response.json(body, { status: 422 }));
    const error = await call('/x', { method: 'GET' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AuthApiError);
    expect(error).toMatchObject({ status: 422, ...body });
  });

  it.each([
    ['no network', new TypeError('Failed to fetch')],
    ['a page of a captive portal', new Response('<html>', { status: 200 })],
    ['a proxy’s own error', Response.json({ error: 'bad gateway' }, { status: 502 })],
  ])('is not answered by %s', async (_what, answer) => {
    const { call } = callAnswered(answer);
    const error = await call('/x', { method: 'GET' }).catch((reason: unknown) => reason);
    expect(isAuthRetryableFetchError(error)).toBe(true);
  });
});
