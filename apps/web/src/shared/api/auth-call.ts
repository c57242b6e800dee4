import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';

/**
 * Calls the auth service as the signed-in user.
 * @param path below /auth/v1
 * @throws AuthApiError with the service's code; AuthRetryableFetchError without an answer of its
 * own
 */
export type AuthCall = <Answer>(
  path: string,
  options: { method: 'GET' | 'POST'; body?: object },
) => Promise<Answer>;

/** @param url of the auth service */
export function createAuthCall(url: string, fetchAsCaller: typeof fetch): AuthCall {
  return async <Answer>(path: string, { method, body }: { method: 'GET' | 'POST'; body?: object }) => {
    const answer = await fetchAsCaller(`${url}${path}`, {
      method,
      cache: 'no-store',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error: unknown) => {
      throw new AuthRetryableFetchError(error instanceof Error ? error.message : '', 0);
    });
    const told = (await answer.json().catch(() => null)) as { message?: unknown; code?: unknown } | null;
    if (answer.ok && told !== null) return told as Answer;
    if (typeof told?.message !== 'string' || typeof told.code !== 'string') {
      throw new AuthRetryableFetchError('', answer.status);
    }
    throw new AuthApiError(told.message, answer.status, told.code);
  };
}
