/** A body is longer than the reader allows. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads a request's or a response's body as UTF-8 text of at most `limit` bytes; refuses by
 * Content-Length before reading, and again while the body arrives.
 * @throws {BodyTooLargeError}
 */
export async function readLimitedText(message: Request | Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of limitedChunks(message, limit)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/**
 * The same as bytes.
 * @throws {BodyTooLargeError}
 */
export async function readLimitedBytes(
  message: Request | Response,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of limitedChunks(message, limit)) {
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function* limitedChunks(message: Request | Response, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(message.headers.get('content-length') ?? 0) > limit) {
    await message.body?.cancel();
    throw new BodyTooLargeError(limit);
  }
  if (!message.body) return;
  const reader = message.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new BodyTooLargeError(limit);
    }
    yield value;
  }
}
