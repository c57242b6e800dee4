import { once } from 'node:events';
import WebSocket from 'ws';
import { eventually } from './fair.ts';

export type Version = '1.0.0' | '2.0.0';

export interface RawFrame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: what arrives has no type before the assertions
  payload: any;
}

/** A WebSocket without the official client, to send what that one never would. */
export interface RawSocket {
  ws: WebSocket;
  /** Text frames, decoded by the version's layout. */
  frames: RawFrame[];
  binaries: Buffer[];
  send(frame: {
    joinRef?: string | null;
    ref?: string | null;
    topic: string;
    event: string;
    payload?: unknown;
  }): void;
  /** Waits for the first frame that fits. */
  frame(fits: (frame: RawFrame) => boolean): Promise<RawFrame>;
  /** Joins a channel and gives the reply. */
  join(topic: string, config?: object, extra?: object): Promise<RawFrame>;
  /** Waits for the end of the connection. */
  closed: Promise<{ code: number; reason: string }>;
}

export async function openRaw(
  server: { url: string; ctx: { apiKeys: { publishable: string } } },
  version: Version = '2.0.0',
): Promise<RawSocket> {
  const address = server.url.replace('http', 'ws');
  const ws = new WebSocket(
    `${address}/realtime/v1/websocket?apikey=${server.ctx.apiKeys.publishable}&vsn=${version}`,
  );
  const frames: RawFrame[] = [];
  const binaries: Buffer[] = [];
  let nextRef = 0;
  ws.on('message', (data: Buffer, isBinary) => {
    if (isBinary) binaries.push(data);
    else frames.push(decode(version, data.toString()));
  });
  ws.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(ws, 'open');

  const raw: RawSocket = {
    ws,
    frames,
    binaries,
    closed,
    send({ joinRef = null, ref = null, topic, event, payload = {} }) {
      ws.send(
        JSON.stringify(
          version === '2.0.0'
            ? [joinRef, ref, topic, event, payload]
            : { topic, event, payload, ref, join_ref: joinRef },
        ),
      );
    },
    frame: (fits) =>
      eventually(() => {
        const found = frames.find(fits);
        if (!found) throw new Error(`no such frame among ${frames.map(({ event }) => event).join(', ')}`);
        return found;
      }),
    async join(topic, config = {}, extra = {}) {
      nextRef += 1;
      const ref = `join-${nextRef}`;
      raw.send({ joinRef: ref, ref, topic, event: 'phx_join', payload: { config, ...extra } });
      return raw.frame((frame) => frame.event === 'phx_reply' && frame.ref === ref);
    },
  };
  return raw;
}

function decode(version: Version, text: string): RawFrame {
  const parsed = JSON.parse(text);
  if (version === '2.0.0') {
    const [joinRef, ref, topic, event, payload] = parsed;
    return { joinRef, ref, topic, event, payload };
  }
  const { join_ref: joinRef, ref, topic, event, payload } = parsed;
  return { joinRef, ref, topic, event, payload };
}
