import { expect, it, vi } from 'vitest';
import { type BackendFetchOptions, createBackendFetch, UnreachableError } from './backend-fetch.ts';

const ROWS = 'https://fair.example/rest/v1/sessions';
const TOKEN_CALL = 'https://fair.example/auth/v1/token?grant_type=refresh_token';
const USER = { headers: { authorization: 'Bearer of-the-user' } };
const ANONYMOUS = { headers: { authorization: 'Bearer publishable' } };

function json(status: number, body: unknown = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function page(status: number): Response {
  return new Response('<h1>Welcome to the fair</h1>', {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function setUp(answers: Array<Response | Error>, given: Partial<BackendFetchOptions> = {}) {
  const sent: Array<{ url: string; authorization: string | null }> = [];
  const options = {
    publishableKey: 'publishable',
    hasStoredSession: () => false,
    renewToken: vi.fn(async () => 'renewed' as string | null),
    answered: vi.fn(),
    failed: vi.fn(),
    request: async (input: RequestInfo | URL, init?: RequestInit) => {
      sent.push({ url: String(input), authorization: new Headers(init?.headers).get('authorization') });
      const answer = answers.shift();
      if (!answer) throw new Error('asked more often than the test foresees');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...given,
  };
  return { ...options, sent, send: createBackendFetch(options) };
}

it('hands over what the server says', async () => {
  const { send, answered, failed } = setUp([json(200, [1])]);
  expect(await (await send(ROWS, USER)).json()).toEqual([1]);
  expect(answered).toHaveBeenCalledOnce();
  expect(failed).not.toHaveBeenCalled();
});

it.each([
  ['a captive portal', ROWS, 200],
  ['a proxy that refuses a refresh', TOKEN_CALL, 403],
  ['a gateway', ROWS, 502],
])('takes the page of %s for no answer', async (_who, url, status) => {
  const { send, answered, failed } = setUp([page(status)]);
  await expect(send(url, USER)).rejects.toThrow(UnreachableError);
  expect(failed).toHaveBeenCalledOnce();
  expect(answered).not.toHaveBeenCalled();
});

it('tells of requests that got nowhere, not of those that were called off', async () => {
  const network = setUp([new TypeError('Failed to fetch')]);
  await expect(network.send(ROWS, USER)).rejects.toThrow('Failed to fetch');
  expect(network.failed).toHaveBeenCalledOnce();

  const aborted = setUp([new DOMException('called off', 'AbortError')]);
  await expect(aborted.send(ROWS, USER)).rejects.toThrow('called off');
  expect(aborted.failed).not.toHaveBeenCalled();
});

it('sends no request of a user as anonymous', async () => {
  const { send, sent } = setUp([], { hasStoredSession: () => true });
  await expect(send(ROWS, ANONYMOUS)).rejects.toThrow(UnreachableError);
  expect(sent).toEqual([]);
});

it('lets a signed-out user send anonymous requests, and always lets them sign in', async () => {
  const visitor = setUp([json(200)]);
  expect((await visitor.send(ROWS, ANONYMOUS)).status).toBe(200);
  const login = setUp([json(200)], { hasStoredSession: () => true });
  expect((await login.send(TOKEN_CALL, ANONYMOUS)).status).toBe(200);
});

it('renews a refused token once and repeats the request', async () => {
  const { send, sent, renewToken } = setUp([json(401), json(401)]);
  expect((await send(ROWS, USER)).status).toBe(401);
  expect(renewToken).toHaveBeenCalledOnce();
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer of-the-user', 'Bearer renewed']);
});

it('leaves a refusal alone when no token is to be had, or none was sent', async () => {
  const over = setUp([json(401)], { renewToken: async () => null });
  expect((await over.send(ROWS, USER)).status).toBe(401);
  expect(over.sent).toHaveLength(1);

  const anonymous = setUp([json(401)]);
  expect((await anonymous.send(ROWS, ANONYMOUS)).status).toBe(401);
  expect(anonymous.renewToken).not.toHaveBeenCalled();
});

it('lets the caller call a request off', async () => {
  const controller = new AbortController();
  const signals: Array<AbortSignal | null | undefined> = [];
  const { send } = setUp([], {
    request: async (_input, init) => {
      signals.push(init?.signal);
      return json(200);
    },
  });
  await send(ROWS, { ...USER, signal: controller.signal });
  controller.abort();
  expect(signals[0]?.aborted).toBe(true);
});

it.each([
  ['auth', 30],
  ['rest', 30],
  ['storage', 7_200],
  ['functions', 7_200],
])('gives a call of %s up after %i s', async (service, seconds) => {
  const over = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  const request = async (_: RequestInfo | URL, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const { send, failed } = setUp([], { request });
  const call = send(`https://fair.example/${service}/v1/some`, USER);
  expect(limit).toHaveBeenCalledExactlyOnceWith(1000 * seconds);
  over.abort(new DOMException('over', 'TimeoutError'));
  await expect(call).rejects.toThrow('over');
  expect(failed).toHaveBeenCalledOnce();
  limit.mockRestore();
});
