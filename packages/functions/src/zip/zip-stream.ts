import { ZipWriter } from '@zip.js/zip.js';

/** A file of the ZIP. Its content is read when its turn has come. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Uint8Array | string>;
  /** Bytes that are compressed already (recordings, pictures) are not compressed once more. */
  compressed?: boolean;
}

const DEFLATE_LEVEL = 6;

/**
 * Writes a ZIP as a stream: neither the archive nor any of its files is in memory as a whole, and
 * nothing is read ahead of the consumer. An error breaks the stream, so that an incomplete archive
 * is noticed.
 * @param onEnd called at the end: with undefined, or with the error (possibly that the consumer
 * left)
 */
export function zipStream(
  entries: AsyncIterable<ZipEntry>,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable, { useWebWorkers: false });

  async function write(): Promise<void> {
    for await (const { name, content, compressed } of entries) {
      await writer.add(name, byteStream(content), { level: compressed ? 0 : DEFLATE_LEVEL });
    }
    await writer.close();
  }

  write().then(
    () => onEnd(),
    async (error: unknown) => {
      await writable.abort(error).catch(() => undefined);
      onEnd(error);
    },
  );
  return readable;
}

/** The content as a web stream, which asks for a part when its consumer wants one. */
function byteStream(content: ZipEntry['content']): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = content[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
