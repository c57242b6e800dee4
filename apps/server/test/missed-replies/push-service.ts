import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createTestAuthority } from '@dragoman/supabase-server/https/testing/certificate-authority';
import { importJWK, jwtVerify } from 'jose';
import type { PushContent } from '../../src/notifications/push.ts';

export interface ReceivedPush {
  content: PushContent;
  topic: string | undefined;
  urgency: string | undefined;
  ttl: number;
  /** The `sub` of the VAPID token. */
  subject: string | undefined;
}

/** A browser as a push service and an application server know it. */
export interface Browser {
  /** What `PushSubscription.toJSON()` gives. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Oldest first. */
  received: ReceivedPush[];
  /** What the service answers next instead of 201, one after the other. */
  answers: number[];
}

/** A push service on this machine (RFC 8030) that checks VAPID (RFC 8292) and decrypts (RFC 8291). */
export interface PushService {
  /** Trusts the service's certificate. */
  agent: Agent;
  subscribe(): Browser;
  /** Why pushes were refused. */
  problems: string[];
  close(): Promise<void>;
}

/** @param publicKey gives the key that browsers have subscribed with */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const authority = await createTestAuthority();
  const { cert, key } = await authority.issue(['localhost']);
  const browsers = new Map<string, Browser & { ecdh: ReturnType<typeof createECDH>; secret: Buffer }>();
  const problems: string[] = [];
  let origin = '';
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const browser = browsers.get(request.url ?? '');
      if (!browser) return response.writeHead(404).end();
      const answer = browser.answers.shift();
      if (answer !== undefined) return response.writeHead(answer).end();
      try {
        const { headers } = request;
        const subject = await verifyVapid(String(headers.authorization), publicKey(), origin);
        if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
        const text = decrypt(Buffer.concat(chunks), browser.ecdh, browser.secret);
        browser.received.push({
          content: JSON.parse(text) as PushContent,
          topic: headers.topic as string | undefined,
          urgency: headers.urgency as string | undefined,
          ttl: Number(headers.ttl),
          subject,
        });
        response.writeHead(201).end();
      } catch (error) {
        problems.push((error as Error).message);
        response.writeHead(400).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `https://localhost:${port}`;
  return {
    agent: new Agent({ ca: authority.pem }),
    problems,
    subscribe() {
      const ecdh = createECDH('prime256v1');
      const secret = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      const keys = { p256dh: ecdh.generateKeys().toString('base64url'), auth: secret.toString('base64url') };
      const browser = {
        subscription: { endpoint: `${origin}${path}`, keys },
        received: [],
        answers: [],
        ecdh,
        secret,
      };
      browsers.set(path, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns the token's `sub`. @throws when it is not signed with the key for this service */
async function verifyVapid(header: string, publicKey: string, origin: string): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  if (!token || key !== publicKey) throw new Error('the key is not the one that was subscribed with');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: origin,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  });
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 60 * 60) throw new Error('valid for over a day');
  return payload.sub;
}

/** Of one record (RFC 8188, RFC 8291 section 3.4). */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const shared = hkdfSync('sha256', ecdh.computeSecret(senderKey), secret, info, 32);
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString('utf8');
}
