import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, flattenedVerify, importJWK, type JWK } from 'jose';
import { createTestAuthority, type Days } from './certificate-authority.ts';

/**
 * A certificate authority on this machine that speaks ACME (RFC 8555), with the challenge dns-01
 * alone.
 */
export interface TestAcmeAuthority {
  directoryUrl: string;
  /** Its own certificate (PEM). */
  pem: string;
  /** Texts of the TXT records of a name, as the authority finds them. */
  lookUp: (name: string) => Promise<string[]>;
  /** The validity of the next certificates. */
  days: Days;
  /** Refuses new orders, as when too many were placed. */
  rateLimited: boolean;
  /** Certificates issued so far. */
  issued: number;
  /** Contacts of the accounts. */
  contacts: string[];
  close(): Promise<void>;
}

interface Order {
  domain: string;
  token: string;
  thumbprint: string;
  challenge: 'pending' | 'valid' | 'invalid';
  failure: string | null;
  certificate: string | null;
}

interface Call {
  /** The parsed payload; null for POST-as-GET. */
  payload: Record<string, unknown> | null;
  jwk: JWK;
}

/** @param lookUp the DNS that the authority sees */
export async function startAcmeAuthority(
  lookUp: (name: string) => Promise<string[]>,
): Promise<TestAcmeAuthority> {
  const authority = await createTestAuthority();
  const nonces = new Set<string>();
  const accounts = new Map<string, JWK>();
  const orders = new Map<string, Order>();
  let origin = '';

  const server = createServer((request, response) => {
    response.setHeader('Replay-Nonce', newNonce());
    answer(request, response).catch((error: Error) => problem(response, 400, 'malformed', error.message));
  });

  function newNonce(): string {
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    return nonce;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind = '', id = ''] = (request.url ?? '').split('/');
    if (kind === 'directory') {
      return send(response, 200, {
        newNonce: `${origin}/nonce`,
        newAccount: `${origin}/account`,
        newOrder: `${origin}/new-order`,
      });
    }
    if (kind === 'nonce') return void response.writeHead(200).end();
    const call = await verify(request);
    if (kind === 'account') return createAccount(call, response);
    if (kind === 'new-order') return createOrder(call, response);
    const order = orders.get(id);
    if (!order) return problem(response, 404, 'malformed', 'no such order');
    if (kind === 'challenge' && call.payload) await check(order);
    if (kind === 'finalize') {
      if (order.challenge !== 'valid')
        return problem(response, 403, 'orderNotReady', 'the order is not ready');
      const csr = Buffer.from(String(call.payload?.csr), 'base64url');
      order.certificate = await authority.sign(csr, acme.days);
      acme.issued += 1;
    }
    if (kind === 'certificate') {
      return void response
        .writeHead(200, { 'content-type': 'application/pem-certificate-chain' })
        .end(order.certificate);
    }
    if (kind === 'challenge') return send(response, 200, describeChallenge(id, order));
    if (kind === 'authorization') {
      return send(response, 200, {
        status: order.challenge,
        identifier: { type: 'dns', value: order.domain },
        challenges: [describeChallenge(id, order)],
      });
    }
    return send(response, 200, describeOrder(id, order));
  }

  /** Checks signature, address and nonce of a call. */
  async function verify(request: IncomingMessage): Promise<Call> {
    let text = '';
    for await (const chunk of request) text += (chunk as Buffer).toString();
    const body = JSON.parse(text) as { protected: string; payload: string; signature: string };
    const header = JSON.parse(Buffer.from(body.protected, 'base64url').toString()) as Record<string, unknown>;
    if (!nonces.delete(String(header.nonce))) throw new Error('the nonce is unknown or used');
    if (header.url !== origin + request.url) throw new Error('the signed address is another one');
    const jwk = (header.jwk ?? accounts.get(String(header.kid))) as JWK | undefined;
    if (!jwk) throw new Error('the account is unknown');
    await flattenedVerify(body, await importJWK(jwk, String(header.alg)));
    const payload = body.payload === '' ? null : Buffer.from(body.payload, 'base64url').toString();
    return { payload: payload === null ? null : (JSON.parse(payload) as Record<string, unknown>), jwk };
  }

  async function createAccount({ payload, jwk }: Call, response: ServerResponse): Promise<void> {
    if (payload?.termsOfServiceAgreed !== true) {
      return problem(response, 403, 'userActionRequired', 'the terms are not agreed to');
    }
    const url = `${origin}/account/${await calculateJwkThumbprint(jwk)}`;
    const known = accounts.has(url);
    accounts.set(url, jwk);
    if (!known) acme.contacts.push(...((payload.contact as string[] | undefined) ?? []));
    response.setHeader('Location', url);
    send(response, known ? 200 : 201, { status: 'valid' });
  }

  async function createOrder({ payload, jwk }: Call, response: ServerResponse): Promise<void> {
    if (acme.rateLimited) {
      response.setHeader('Retry-After', '86400');
      return problem(response, 429, 'rateLimited', 'too many certificates already issued for this name');
    }
    const identifiers = (payload?.identifiers ?? []) as Array<{ value: string }>;
    const id = randomBytes(8).toString('hex');
    orders.set(id, {
      domain: String(identifiers[0]?.value),
      token: randomBytes(16).toString('base64url'),
      thumbprint: await calculateJwkThumbprint(jwk),
      challenge: 'pending',
      failure: null,
      certificate: null,
    });
    response.setHeader('Location', `${origin}/order/${id}`);
    send(response, 201, describeOrder(id, orders.get(id) as Order));
  }

  async function check(order: Order): Promise<void> {
    const name = `_acme-challenge.${order.domain}`;
    const found = await acme.lookUp(name);
    const wanted = createHash('sha256').update(`${order.token}.${order.thumbprint}`).digest('base64url');
    order.challenge = found.includes(wanted) ? 'valid' : 'invalid';
    if (order.challenge === 'valid') return;
    order.failure =
      found.length > 0
        ? `Incorrect TXT record "${found[0]}" found at ${name}`
        : `No TXT record found at ${name}`;
  }

  function describeOrder(id: string, order: Order): object {
    const open = order.challenge === 'valid' ? 'ready' : order.challenge;
    return {
      status: order.certificate ? 'valid' : open,
      identifiers: [{ type: 'dns', value: order.domain }],
      authorizations: [`${origin}/authorization/${id}`],
      finalize: `${origin}/finalize/${id}`,
      ...(order.certificate ? { certificate: `${origin}/certificate/${id}` } : {}),
    };
  }

  function describeChallenge(id: string, { token, challenge, failure }: Order): object {
    const error = failure
      ? { error: { type: 'urn:ietf:params:acme:error:unauthorized', detail: failure } }
      : {};
    return { type: 'dns-01', url: `${origin}/challenge/${id}`, token, status: challenge, ...error };
  }

  const acme: TestAcmeAuthority = {
    directoryUrl: '',
    pem: authority.pem,
    lookUp,
    days: {},
    rateLimited: false,
    issued: 0,
    contacts: [],
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acme.directoryUrl = `${origin}/directory`;
  return acme;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, type: string, detail: string): void {
  response
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail }));
}
