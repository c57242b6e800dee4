import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createTestAuthority } from '@dragoman/supabase-server/https/testing/certificate-authority';

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on this machine that webhooks are sent to. */
export interface Receiver {
  /** Trusts its certificate. */
  agent: Agent;
  url: string;
  /** Oldest first. */
  received: ReceivedCall[];
  /** The status of the next answers instead of 204, one after the other; null: none is ever sent. */
  answers: Array<number | null>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const authority = await createTestAuthority();
  const { cert, key } = await authority.issue(['localhost']);
  const received: ReceivedCall[] = [];
  const answers: Array<number | null> = [];
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const [answer] = answers.length > 0 ? answers.splice(0, 1) : [204];
      // The client ends the call.
      if (answer === null) return;
      response.writeHead(answer ?? 204, { location: '/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    agent: new Agent({ ca: authority.pem }),
    url: `https://localhost:${port}/leads`,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
