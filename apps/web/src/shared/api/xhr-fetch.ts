/** Statuses whose response has no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that tells how much of the body has been sent, which browsers tell of an XMLHttpRequest
 * alone.
 * @param onProgress called with the number of bytes sent
 * @throws as `fetch`: a TypeError without a response, an AbortError when the signal aborts
 */
export function xhrFetch(
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
