import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Publish and subscribe of Redis, as much of its protocol (RESP2) as a measurement needs.
 * @param port of a server on this machine
 * @param onMessage gets the other processes' messages and one's own; bodies have no line breaks
 * @returns what publishes
 */
export async function joinRedis(
  port: number,
  channel: string,
  onMessage: (body: string) => void,
): Promise<(body: string) => void> {
  const [publisher, subscriber] = await Promise.all([open(port), open(port)]);
  publisher.resume(); // answers say how many got it
  const lines = createInterface({ input: subscriber, crlfDelay: Number.POSITIVE_INFINITY });
  const subscribed = new Promise<void>((resolve) => {
    // A message is seven lines: array, length, "message", length, channel, length, body.
    let after = 0;
    lines.on('line', (line) => {
      if (after > 0) {
        after -= 1;
        if (after === 0) onMessage(line);
      } else if (line === 'message') after = 4;
      else if (line === 'subscribe') resolve();
    });
  });
  subscriber.write(command('SUBSCRIBE', channel));
  await subscribed;
  return (body) => void publisher.write(command('PUBLISH', channel, body));
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return socket;
}

function command(...words: string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}
