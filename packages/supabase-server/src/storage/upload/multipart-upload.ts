import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy, { type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { storageErrors } from '../errors.ts';
import {
  formCacheControl,
  type IncomingFile,
  parseUserMetadata,
  requestSize,
  type UploadFields,
} from './incoming-file.ts';

/** The limits of an upload in this protocol: one file and a handful of short fields. */
const LIMITS = {
  files: 1,
  fields: 16,
  parts: 20,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 32,
  headerSize: 16 * 1024,
};

/**
 * Reads a form up to its file, whose bytes then stream on (supabase-protocol 5.2: fields
 * `cacheControl` in seconds and `metadata` as JSON, the file under any name, usually an empty one).
 * @throws {StorageError} when the body is no form, or holds no file
 */
export function readMultipartUpload(request: IncomingMessage): Promise<IncomingFile> {
  return new Promise((resolve, reject) => {
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS });
    } catch {
      reject(storageErrors.request('The multipart form cannot be read'));
      return;
    }
    const fields = new Map<string, string>();
    const whole = deferred<void>();
    let file: Readable | null = null;

    const fail = (message: string) => {
      const error = storageErrors.request(message);
      request.unpipe(parser);
      whole.reject(error);
      file?.destroy(error);
      reject(error);
    };
    // A form that ends with its connection never ends for the parser.
    request.once('error', () => fail('The upload was cut off'));
    request.once('close', () => {
      if (!request.complete) fail('The upload was cut off');
    });

    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) fail(`The field ${name.slice(0, 100)} is too long`);
      else fields.set(name, value);
    });
    parser.on('file', (_name, stream, _filename, _encoding, mimeType) => {
      file = stream;
      // The reader of the stream gets its errors; an error before the first read must not end the
      // process.
      stream.on('error', () => undefined);
      resolve({
        contentType: mimeType,
        announcedSize: null,
        requestSize: requestSize(request),
        content: stream,
        fields: async () => {
          await whole.promise;
          return toFields(fields);
        },
        abandon: () => {
          request.unpipe(parser);
          stream.destroy();
        },
      });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => fail('The form has more parts than an upload needs'));
    }
    parser.on('error', () => fail('The multipart form cannot be read'));
    parser.on('finish', () => {
      if (file === null) fail('The form holds no file');
      else whole.resolve();
    });
    request.pipe(parser);
  });
}

function toFields(fields: ReadonlyMap<string, string>): UploadFields {
  return {
    cacheControl: formCacheControl(fields.get('cacheControl') ?? ''),
    userMetadata: parseUserMetadata(fields.get('metadata')),
  };
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void } {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // A rejection before the first await must not count as unhandled.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
