import { type DetailedError, type HttpRequest, type HttpStack, Upload } from 'tus-js-client';
import type { BackendInit } from './backend-fetch.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** The size of a request that Supabase's storage expects (supabase-protocol 5.8). */
const CHUNK_BYTES = 6 * 1024 * 1024;

type BackendFetch = (url: string, init: BackendInit) => Promise<Response>;

export interface UploadedFile {
  bucket: string;
  path: string;
  content: Blob;
  contentType: string;
  /** Seconds for which browsers may keep it. */
  cacheControl: string;
}

export interface UploadProgress {
  /** The address at which an earlier attempt began; the server says how much of the file it has. */
  url: string | undefined;
  /** Called with the address at which a later attempt goes on. */
  onUrl(url: string): void;
  /** @param share of the file that has left the device, 0 to 1 */
  onProgress(share: number): void;
  /** Ends the attempt; the server keeps the received bytes. */
  signal: AbortSignal;
  /** Ends the upload for good; the server forgets the received bytes. */
  cancelled: AbortSignal;
}

/** The parts of a storage error that callers read. */
export interface UploadError {
  /** HTTP status; 0 without an answer. */
  status: number;
  statusCode: string;
  message: string;
}

/** Uploads that go on where the connection was cut. */
export interface ResumableUploads {
  /** One attempt. Never rejects. */
  upload(file: UploadedFile, progress: UploadProgress): Promise<{ error: UploadError | null }>;
}

/**
 * @param storageUrl address of the storage service
 * @param request makes a call as the signed-in user
 */
export function createResumableUploads(storageUrl: string, request: BackendFetch): ResumableUploads {
  const httpStack = createStack(request);
  return {
    upload: (file, { url, onUrl, onProgress, signal, cancelled }) =>
      new Promise((resolve) => {
        const upload: Upload = new Upload(file.content, {
          endpoint: `${storageUrl}/upload/resumable`,
          uploadUrl: url ?? null,
          chunkSize: CHUNK_BYTES,
          // The queue that the file waits in repeats attempts.
          retryDelays: null,
          storeFingerprintForResuming: false,
          metadata: {
            bucketName: file.bucket,
            objectName: file.path,
            contentType: file.contentType,
            cacheControl: file.cacheControl,
          },
          httpStack,
          onUploadUrlAvailable: () => {
            if (upload.url && upload.url !== url) onUrl(upload.url);
          },
          onProgress: (sent) => onProgress(sent / file.content.size),
          onSuccess: () => resolve({ error: null }),
          onError: (error) => resolve({ error: describe(error) }),
        });
        const end = (forGood: boolean, message: string) => {
          void upload.abort(forGood).catch(() => undefined);
          resolve({ error: { status: 0, statusCode: '0', message } });
        };
        signal.addEventListener('abort', () => end(false, 'The upload took too long'));
        cancelled.addEventListener('abort', () => end(true, 'The upload was cancelled'));
        upload.start();
      }),
  };
}

function describe(error: Error | DetailedError): UploadError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  return { status, statusCode: String(status), message: messageOf(response?.getBody() ?? '') };
}

/** Our server answers JSON, Supabase's plain text. */
function messageOf(body: string): string {
  try {
    return String(JSON.parse(body).message);
  } catch {
    return body;
  }
}

/**
 * Makes the library use the app's own requests, which renew tokens and record whether the server
 * can be reached.
 */
function createStack(request: BackendFetch): HttpStack {
  return {
    getName: () => 'xhr',
    createRequest: (method, url) => createRequest(request, method, url),
  };
}

function createRequest(request: BackendFetch, method: string, url: string): HttpRequest {
  const headers = new Headers();
  const controller = new AbortController();
  let onProgress: (sent: number) => void = () => undefined;
  const via: typeof fetch = (input, init) => xhrFetch(String(input), init ?? {}, (sent) => onProgress(sent));
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => headers.set(name, value),
    getHeader: (name) => headers.get(name) ?? undefined,
    setProgressHandler: (handler) => {
      onProgress = handler;
    },
    async send(body) {
      const response = await request(url, { method, headers, body, signal: controller.signal, via });
      const text = await response.text();
      return {
        getStatus: () => response.status,
        getHeader: (name) => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => response,
      };
    },
    async abort() {
      controller.abort();
    },
    getUnderlyingObject: () => controller,
  };
}
