/** A body is longer than whoever reads it is willing to take. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads a request's or a response's body as UTF-8 text of at most `limit` bytes; refuses by Content-Length before
 * reading, and again while the body arrives.
 * @throws {BodyTooLargeError}
 */
export async function readLimitedText(message: Request | Response, limit: number): Promise<string> {
  if (Number(message.headers.get('content-length') ?? 0) > limit) {
    await message.body?.cancel();
    throw new BodyTooLargeError(limit);
  }
  if (!message.body) return '';
  const reader = message.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new BodyTooLargeError(limit);
    }
    text += decoder.decode(value, { stream: true });
  }
}
