import { createHash } from 'node:crypto';

export interface MeasuredStream {
  /** The same bytes, counted and hashed on their way. */
  content: AsyncIterable<Uint8Array>;
  /** After the last byte. */
  size(): number;
  /** A strong entity tag, with its quotes: equal content has an equal one. */
  etag(): string;
}

/** @param onTooLarge makes the error that ends the stream as soon as it exceeds `limit` bytes */
export function measureStream(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  onTooLarge: () => Error,
): MeasuredStream {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw onTooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  return { content: pass(), size: () => size, etag: () => `"${hash.digest('hex').slice(0, 32)}"` };
}
