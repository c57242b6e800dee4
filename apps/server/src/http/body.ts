import type { Context } from 'hono';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limit: number;

  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

export class BadJsonError extends Error {
  override readonly name = 'BadJsonError';
}

/**
 * Reads a body of at most `limit` bytes, refusing by Content-Length before reading and again while it arrives.
 * @throws {BodyTooLargeError}
 */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > limit) throw new BodyTooLargeError(limit);
  const body = c.req.raw.body;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** The body as UTF-8 text. @throws {BodyTooLargeError} */
export async function readText(c: Context, limit: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(c, limit));
}

/**
 * The body as JSON; an empty body is `undefined`.
 * @throws {BodyTooLargeError} @throws {BadJsonError}
 */
export async function readJson(c: Context, limit: number): Promise<unknown> {
  const text = await readText(c, limit);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new BadJsonError('The request body is not valid JSON');
  }
}
