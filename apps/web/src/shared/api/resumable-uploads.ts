import { type DetailedError, type HttpRequest, type HttpStack, Upload } from 'tus-js-client';
import type { BackendInit } from './backend-fetch.ts';

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

/** Statuses whose response has no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that tells how much of the body has been sent, which browsers tell of an XMLHttpRequest
 * alone.
 * @param onProgress called with the number of bytes sent
 * @throws as `fetch`: a TypeError without a response, an AbortError when the signal aborts
 */
function xhrFetch(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { status, responseText } = request;
      const known = new Headers(headerLines(request.getAllResponseHeaders()));
      resolve(new Response(NO_BODY.has(status) ? null : responseText, { status, headers: known }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'));
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function headerLines(text: string): [string, string][] {
  return text
    .trim()
    .split(/[\r\n]+/)
    .flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : [];
    });
}
