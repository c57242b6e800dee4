/** The meaning of the REST service's response to an insert. */
export type ResponseClass = 'accepted' | 'duplicate' | 'unreachable' | 'refused';

/**
 * Reads the answer to an insert.
 * @param status HTTP status; 0 when there was no answer.
 * @param code SQLSTATE or PGRST code of the error; absent when the answer came from something
 * between us and the server.
 */
export function classifyResponse(status: number, code: string | null | undefined): ResponseClass {
  if (status >= 200 && status < 300) return 'accepted';
  // Rows written this way have no unique key but the primary key: an earlier attempt, or another
  // device, got through.
  if (code === '23505') return 'duplicate';
  // 401 is a token that expired or is being renewed; 408, 425 and 429 ask to come again.
  const again = status === 0 || status >= 500 || [401, 408, 425, 429].includes(status);
  // Captive portals and proxies answer with pages of their own, which have no code: those are no
  // refusals.
  return again || !code ? 'unreachable' : 'refused';
}
