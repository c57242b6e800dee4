import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { end, untilReady } from '../product.ts';
import { RIVALS_FOLDER } from './install.ts';

/** One server under the load: the product or a rival, with users for each chat. */
export interface Contestant {
  name: string;
  /** Opens a connection of the user who writes in `chat`. */
  openSender(chat: number): Promise<Sender>;
  /**
   * Subscribes the reader of chat `reader` to the messages of `chat`.
   * @param arrived called with the id of each message
   * @throws when the server refuses the subscription
   */
  subscribe(reader: number, chat: number, arrived: Arrived): Promise<Connection>;
  /** The table of the messages, as SQL. */
  table: string;
  /** Ends the server. */
  stop(): Promise<void>;
}

export type Arrived = (id: string) => void;

export interface Connection {
  close(): void;
}

export interface Sender extends Connection {
  /** Resolves when the server has answered that the message is stored. Calls may overlap. */
  send(id: string): Promise<void>;
}

/** What each contestant starts with. */
export interface Stage {
  /** A database of its own, empty. */
  databaseUrl: string;
  chats: number;
  /** Connections of the server's pool. */
  connections: number;
}

/** The text of every message. */
export const TEXT = 'The lead time is 30 days after we have received the deposit.';

export interface RivalServer {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server of the rivals' folder in production mode and waits until `ready` answers.
 * @param ready path of its readiness request
 */
export async function startRival(
  args: readonly string[],
  ready: string,
  env: Record<string, string>,
  node = process.execPath,
): Promise<RivalServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(node, args, {
    cwd: RIVALS_FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
  });
  await untilReady(child, `${url}${ready}`);
  return { port, url, stop: () => end(child) };
}

/**
 * Posts JSON while a rival is prepared, outside the measurement.
 * @throws on any answer that is not a 2xx
 */
export async function postJson<T>(url: string, headers: Record<string, string>, body: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}
