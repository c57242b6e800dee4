import net from 'node:net';

/**
 * One keep-alive HTTP/1.1 connection that sends one request after the other and reads only the
 * status: a load generator on the machine it measures must cost as little as it can. Understands
 * answers with Content-Length or without a body.
 */
export interface RawConnection {
  /** @returns the status of the answer */
  post(path: string, headers: string, body: string): Promise<number>;
  /** @returns the status of the answer, once its body is there */
  get(path: string, headers: string): Promise<number>;
  /** False once the server has closed the connection, as servers do with an idle one. */
  isOpen(): boolean;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let waiting: { resolve(status: number): void; reject(error: Error): void } | null = null;
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = headEnd + HEAD_END.length + length;
    if (received.length < whole) return;
    received = received.subarray(whole);
    const done = waiting;
    waiting = null;
    done?.resolve(Number(head.slice(9, 12)));
  });
  const fail = (error?: Error) => {
    waiting?.reject(error ?? new Error('the server closed the connection'));
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail());

  function exchange(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(request);
    });
  }

  return {
    post: (path, headers, body) =>
      exchange(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    get: (path, headers) => exchange(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`),
    isOpen: () => socket.writable,
    close: () => socket.destroy(),
  };
}
