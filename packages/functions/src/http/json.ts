import { BodyTooLargeError, readLimitedText } from './limited-text.ts';

/**
 * @returns a JSON answer that no cache keeps: what functions say concerns one person.
 */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** @returns the header `retry-after`, in whole seconds, at least one. @param ms the wait in milliseconds */
export function retryAfterHeader(ms: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) };
}

/** The parsed body of a request, or the response to a body that cannot be read. */
type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

/**
 * @param limit in bytes.
 * @returns the body as JSON; 413 when it is larger, 400 when it is no JSON
 */
export async function readJsonBody(request: Request, limit: number): Promise<JsonBody> {
  try {
    return { ok: true, value: JSON.parse(await readLimitedText(request, limit)) };
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      const text = `The request body must be at most ${error.limit} bytes`;
      return { ok: false, response: jsonResponse(413, { error: text }) };
    }
    if (error instanceof SyntaxError) {
      return { ok: false, response: jsonResponse(400, { error: 'The request body must be valid JSON' }) };
    }
    throw error;
  }
}
