import { jsonResponse } from './json-response.ts';
import { BodyTooLargeError, readLimitedText } from './limited-text.ts';

/** The parsed body of a request, or the response to a body that cannot be read. */
export type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

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
