import { encodeBroadcast } from '../binary-frames.ts';
import { encodeFrame, MAX_NAME_BYTES, type ProtocolVersion } from '../frames.ts';

/** A broadcast on its way to the members of a room (supabase-protocol 4.2, 4.5). Pure. */
export interface BroadcastMessage {
  /** The topic with its prefix. */
  topic: string;
  /** Public and private channels of one name are separate rooms. */
  private: boolean;
  /** The user's event. */
  event: string;
  /** Whether `payload` is JSON text; else opaque bytes. */
  json: boolean;
  payload: Buffer;
  /** The metadata of messages that the database keeps. */
  meta?: BroadcastMeta;
}

export interface BroadcastMeta {
  /** The id of the row in realtime.messages. */
  id: string;
  replayed?: true;
}

/** The name of a room: topics may be public and private at once. */
export function roomOf({ topic, private: isPrivate }: Pick<BroadcastMessage, 'topic' | 'private'>): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

/** A broadcast that cannot be sent; the message is for the client. */
export class BroadcastError extends Error {
  override readonly name = 'BroadcastError';
}

/**
 * Checks a client's broadcast: others must be able to read it.
 * @param mostBytes of the payload
 * @throws {BroadcastError}
 */
export function checkBroadcast(message: BroadcastMessage, mostBytes: number): void {
  if (message.event === '') throw new BroadcastError('a broadcast needs an event');
  for (const name of [message.topic, message.event]) {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
      throw new BroadcastError(`topic and event have at most ${MAX_NAME_BYTES} bytes`);
    }
  }
  if (message.payload.length > mostBytes) {
    throw new BroadcastError(`a payload has at most ${mostBytes} bytes`);
  }
  if (!message.json) return;
  try {
    JSON.parse(message.payload.toString('utf8'));
  } catch {
    throw new BroadcastError('the payload is not JSON');
  }
}

/** The frames of one broadcast, each made once however many members read it. */
export class BroadcastFrames {
  readonly #message: BroadcastMessage;
  #binary: Buffer | null = null;
  #text: string | null = null;

  constructor(message: BroadcastMessage) {
    this.#message = message;
  }

  /** @returns null when the version cannot carry the message: version 1 knows no bytes */
  for(version: ProtocolVersion): Buffer | string | null {
    if (version === '2.0.0') {
      this.#binary ??= encodeBroadcast({ ...this.#message, meta: metaText(this.#message) });
      return this.#binary;
    }
    if (!this.#message.json) return null;
    this.#text ??= textFrame(this.#message);
    return this.#text;
  }
}

function metaText({ meta }: BroadcastMessage): string {
  return meta === undefined ? '' : JSON.stringify(meta);
}

function textFrame(message: BroadcastMessage): string {
  const { topic, event, payload } = message;
  const meta = message.meta === undefined ? '' : `,"meta":${metaText(message)}`;
  const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString('utf8')}${meta}}`;
  return encodeFrame('1.0.0', { joinRef: null, ref: null, topic, event: 'broadcast' }, body);
}

/** Serializes a message for other processes: a line of JSON, then the payload. */
export function serializeBroadcast({ payload, ...header }: BroadcastMessage): string {
  return `${JSON.stringify(header)}\n${payload.toString(header.json ? 'utf8' : 'base64')}`;
}

/** @throws {SyntaxError} */
export function parseBroadcast(body: string): BroadcastMessage {
  const end = body.indexOf('\n');
  const header = JSON.parse(body.slice(0, end)) as Omit<BroadcastMessage, 'payload'>;
  return { ...header, payload: Buffer.from(body.slice(end + 1), header.json ? 'utf8' : 'base64') };
}
