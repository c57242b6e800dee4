import { createHash } from 'node:crypto';

/** @returns the SHA-256 of a stream of bytes, in lower-case hex */
export async function sha256Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
