import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
export const AUTH_TOKEN = 'token of the account';
export const API_KEY_SID = `SK${'b2'.repeat(16)}`;
export const API_KEY_SECRET = 'secret of the key';

/** Twilio's behaviour for the next messages, as its documentation describes it. */
export type Mood =
  | 'working'
  | 'overloaded'
  | 'down'
  | 'talking nonsense'
  | 'silent'
  | 'elsewhere'
  | 'failing at once';

/** A number that Twilio calls invalid, as with its test credentials. */
export const INVALID_NUMBER = '15005550001';

/**
 * A server outside of ours that speaks Twilio's Messages resource: it checks what a real one checks
 * and keeps what it takes.
 */
export interface TwilioServer {
  url: string;
  /** Oldest first. */
  taken: Array<{ sid: string; fields: URLSearchParams }>;
  /** Requests that were let in or not. */
  requests: number;
  mood: Mood;
  close(): Promise<void>;
}

export async function startTwilioServer(): Promise<TwilioServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      twilio.requests += 1;
      answer(request, response, new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    });
  });
  const twilio: TwilioServer = {
    url: '',
    taken: [],
    requests: 0,
    mood: 'working',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  function answer(request: IncomingMessage, response: ServerResponse, fields: URLSearchParams): void {
    const send = (status: number, body: object | string, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const fail = (status: number, code: number, message: string) =>
      send(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

    if (twilio.mood === 'silent') return;
    if (twilio.mood === 'down') return void send(503, '<html>Service Unavailable</html>');
    if (twilio.mood === 'overloaded') return void fail(429, 20429, 'Too Many Requests');
    if (twilio.mood === 'talking nonsense') return void send(201, '<html>');
    if (twilio.mood === 'elsewhere') return void send(307, '', { location: `${twilio.url}/elsewhere` });
    const path = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
    if (request.method !== 'POST' || request.url !== path) return void fail(404, 20404, 'Not found');
    if (!isKnown(request.headers.authorization)) return void fail(401, 20003, 'Authenticate');
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return void fail(415, 20415, 'Unsupported media type');
    }
    const to = fields.get('To') ?? '';
    const from = fields.get('From');
    if (!/^(whatsapp:)?\+[1-9]\d{6,14}$/.test(to)) return void fail(400, 21211, "Invalid 'To' Phone Number");
    if (to.endsWith(INVALID_NUMBER)) return void fail(400, 21211, `The 'To' number ${to} is not a valid one`);
    if (from === null && !fields.get('MessagingServiceSid')) {
      return void fail(400, 21603, "A 'From' phone number is required.");
    }
    if (from !== null && to.startsWith('whatsapp:') !== from.startsWith('whatsapp:')) {
      return void fail(400, 21910, 'Invalid From and To pair');
    }
    if (!fields.get('Body') && !fields.get('ContentSid'))
      return void fail(400, 21602, 'Message body is required');
    const sid = `SM${randomBytes(16).toString('hex')}`;
    if (twilio.mood === 'failing at once') {
      return void send(201, { sid, status: 'failed', error_code: 30007, to, from });
    }
    twilio.taken.push({ sid, fields });
    send(201, { sid, status: 'queued', error_code: null, error_message: null, to, from });
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  twilio.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return twilio;
}

function isKnown(authorization: string | undefined): boolean {
  const basic = (user: string, secret: string) =>
    `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  return (
    authorization === basic(ACCOUNT_SID, AUTH_TOKEN) || authorization === basic(API_KEY_SID, API_KEY_SECRET)
  );
}
