import { AUTH_STORAGE_KEY } from './auth-storage.ts';

/** The key of the secret that the next mailed link needs (PKCE). */
const KEY = `${AUTH_STORAGE_KEY}-code-verifier`;

/**
 * Requests a mail. The client drops its code verifier when the request fails, but the link of an
 * earlier mail still needs it: a second request within a minute is refused, and the user then opens
 * the first mail.
 */
export async function keepingVerifier<Answer extends { error: unknown }>(
  request: () => Promise<Answer>,
): Promise<Answer> {
  const before = readVerifier();
  const answer = await request();
  if (answer.error && before) restoreVerifier(before);
  return answer;
}

function readVerifier(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function restoreVerifier(verifier: string): void {
  try {
    localStorage.setItem(KEY, verifier);
  } catch {
    // Without storage the client has kept none either.
  }
}
