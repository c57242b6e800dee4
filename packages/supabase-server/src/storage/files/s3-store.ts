import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../../config/storage.ts';
import { type FileId, FileMissingError, type FileStore } from './file-store.ts';

/** Memory of one upload; S3 allows at most 10,000 parts, so files end at 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const REMOVALS_AT_ONCE = 10;

/** Files in one bucket of an S3-compatible store, each under `prefix` and its id. */
export function createS3Store(config: S3Config): FileStore {
  const { bucket: Bucket, prefix } = config;
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint ? { endpoint: config.endpoint } : {}),
    // Without keys of our own the SDK asks the machine's role.
    ...(config.credentials ? { credentials: config.credentials } : {}),
    forcePathStyle: config.forcePathStyle,
    // Many compatible stores refuse the SDK's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  const keyOf = (id: FileId) => `${prefix}${id}`;

  /** Parts of uploads that a crash cut off: they cost space and are in no listing of files. */
  async function abortUnfinished(keys: ReadonlySet<string>): Promise<void> {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket, ...(prefix ? { Prefix: prefix } : {}) }),
    );
    for (const { Key, UploadId } of Uploads) {
      if (Key && keys.has(Key)) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }

  return {
    async write(id, content) {
      const source = rememberFailure(content);
      // In parts when the file is larger than one; S3 shows it when the last part is confirmed, and
      // drops them all on failure.
      const upload = new Upload({
        client,
        params: { Bucket, Key: keyOf(id), Body: Readable.from(source.content, { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: 1,
      });
      await upload.done().catch((error: unknown) => {
        throw source.failure() ?? error;
      });
    },
    async read(id, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: keyOf(id), Range }))
        .catch(missing);
      return Body as Readable;
    },
    async copy(from, to) {
      const CopySource = encodeURI(`${Bucket}/${keyOf(from)}`);
      await client.send(new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource })).catch(missing);
    },
    async remove(ids) {
      const keys = ids.map(keyOf);
      // Deletes one by one: not every compatible store deletes in bulk.
      for (let at = 0; at < keys.length; at += REMOVALS_AT_ONCE) {
        const batch = keys.slice(at, at + REMOVALS_AT_ONCE);
        await Promise.all(batch.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      }
      await abortUnfinished(new Set(keys)).catch(unlessRefused);
    },
  };
}

function missing(error: unknown): never {
  if (
    error instanceof S3ServiceException &&
    (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)
  ) {
    throw new FileMissingError('The file of an object is missing');
  }
  throw error;
}

/**
 * Ignores a refusal: not every store lists unfinished uploads, nor every key may, and such stores
 * clean them up by rules of their own.
 */
function unlessRefused(error: unknown): void {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
  if ((status < 400 || status >= 500) && status !== 501) throw error;
}

/**
 * Records an error of the content itself: the SDK may report only the error of aborting the upload.
 */
function rememberFailure(content: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>;
  failure(): unknown;
} {
  let failure: unknown;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { content: pass(), failure: () => failure };
}
