const REFUSED = ['error', 'error_code', 'error_description', 'access_token'];

/**
 * The result that a mailed link left in the address (specification 8.2): a refusal, or a code to
 * exchange for a session. Tokens in the address count as refused, because the client uses PKCE
 * only.
 */
export function authCallbackParams({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): 'refused' | 'code' | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  if (REFUSED.some((name) => query.has(name) || fragment.has(name))) return 'refused';
  return query.has('code') ? 'code' : null;
}
