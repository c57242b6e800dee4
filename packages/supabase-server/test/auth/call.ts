import type { TestServer } from '../harness.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test looks into
  body: any;
}

export interface CallOptions {
  method?: string;
  /** Sent as JSON unless it is a string, which is sent as it is. */
  body?: unknown;
  bearer?: string;
  /** Added to, and able to overwrite, the headers of the official client; null removes one. */
  headers?: Record<string, string | null>;
}

/** One bare HTTP call to the auth service, for what the official client cannot send or hides. */
export async function call(server: TestServer, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers({
    apikey: server.ctx.apiKeys.publishable,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  });
  if (options.bearer) headers.set('authorization', `Bearer ${options.bearer}`);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const { body } = options;
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

/** Exchanges a refresh token without a client that would keep the result. */
export function refresh(server: TestServer, refreshToken: string): Promise<Answer> {
  return call(server, '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });
}

/** The payload of a token, unverified. */
export function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

export function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
}
