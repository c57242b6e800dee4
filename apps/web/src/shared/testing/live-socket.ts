import { onTestFinished } from 'vitest';
import { SERVER_ORIGIN } from './answers.ts';

// The server's end of the socket of the app's client. It is silent, as a server that is far away, but
// in a test that goes live: then it lets everyone into every channel, and tells what the test has it tell.

/** A message of the socket (Phoenix, version 2). */
type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: object];

interface Channel {
  socket: ServerSocket;
  changes: ReadonlyArray<{ id: number; table: string }>;
}

const channels = new Map<string, Channel>();
const connecting = new Set<ServerSocket>();
let isLive = false;

class ServerSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: object) => void) | null = null;

  constructor() {
    connecting.add(this);
    if (isLive) this.open();
  }

  open(): void {
    connecting.delete(this);
    setTimeout(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  send(data: string | ArrayBuffer): void {
    // What is typed is told to the other person alone.
    if (typeof data !== 'string') return;
    const [joinRef, ref, topic, event, payload] = JSON.parse(data) as Frame;
    const { config } = payload as { config?: { postgres_changes?: Array<{ table: string }> } };
    const changes = (config?.postgres_changes ?? []).map((change, index) => ({ ...change, id: index + 1 }));
    const isJoin = event === 'phx_join';
    if (isJoin && !isLive) return;
    if (isJoin) channels.set(topic, { socket: this, changes });
    if (event === 'phx_leave') channels.delete(topic);
    const response = isJoin ? { postgres_changes: changes } : {};
    this.tell([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]);
    if (!isJoin) return;
    if (changes.length > 0) {
      this.tell([joinRef, null, topic, 'system', { extension: 'postgres_changes', status: 'ok' }]);
    } else this.tell([joinRef, null, topic, 'presence_state', {}]);
  }

  close(): void {
    connecting.delete(this);
    this.readyState = WebSocket.CLOSED;
    setTimeout(() => this.onclose?.({ code: 1000 }));
  }

  tell(frame: Frame): void {
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(frame) }));
  }
}

window.WebSocket = new Proxy(WebSocket, {
  construct(Native, [url, protocols]: [string | URL, string[] | undefined]) {
    return new URL(url).host === new URL(SERVER_ORIGIN).host
      ? new ServerSocket()
      : new Native(url, protocols);
  },
});

/** From now on, until the test ends, what changes can be told. */
export function goLive(): void {
  isLive = true;
  for (const socket of connecting) socket.open();
  onTestFinished(() => {
    isLive = false;
  });
}

/** Tells the app of a new row, as soon as it listens. */
export async function tellInsert(table: string, row: object): Promise<void> {
  const listening = () =>
    [...channels].filter(([, { changes }]) => changes.some((change) => change.table === table));
  while (listening().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const [topic, { socket, changes }] of listening()) {
    const ids = changes.filter((change) => change.table === table).map(({ id }) => id);
    const commit_timestamp = new Date().toISOString();
    const data = { type: 'INSERT', schema: 'public', table, commit_timestamp, columns: [], errors: null };
    socket.tell([null, null, topic, 'postgres_changes', { ids, data: { ...data, record: row } }]);
  }
}
