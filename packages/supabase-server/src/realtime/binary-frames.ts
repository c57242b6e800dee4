/** Binary frames of protocol version 2: broadcasts of users (supabase-protocol 4.2). Pure. */

import { FrameError, MAX_NAME_BYTES } from './frames.ts';

const PUSH = 3;
const BROADCAST = 4;
const JSON_ENCODING = 1;

/** A broadcast that a client pushes; refs are '' for none. */
export interface BroadcastPush {
  joinRef: string;
  ref: string;
  topic: string;
  event: string;
  /** Whether `payload` is UTF-8 JSON text; else it is opaque. */
  json: boolean;
  payload: Buffer;
}

const PUSH_HEADER_BYTES = 7;

/**
 * Reads kind 3: lengths of join_ref, ref, topic, event and metadata, the encoding, these strings,
 * the payload.
 * @throws {FrameError}
 */
export function decodeBroadcastPush(frame: Buffer): BroadcastPush {
  if (frame.length < PUSH_HEADER_BYTES || frame[0] !== PUSH)
    throw new FrameError('unknown kind of binary frame');
  let at = PUSH_HEADER_BYTES;
  const [joinRef = '', ref = '', topic = '', event = ''] = [1, 2, 3, 4, 5].map((lengthAt) => {
    const end = at + (frame[lengthAt] ?? 0);
    if (end > frame.length) throw new FrameError('a binary frame ends too early');
    const text = frame.toString('utf8', at, end);
    at = end;
    return text;
  });
  return { joinRef, ref, topic, event, json: frame[6] === JSON_ENCODING, payload: frame.subarray(at) };
}

/**
 * Writes kind 4, the only one that clients read.
 * @throws {FrameError} when a name is longer than a length byte can say
 */
export function encodeBroadcast(message: {
  topic: string;
  event: string;
  /** JSON text, or '' */
  meta: string;
  json: boolean;
  payload: Uint8Array;
}): Buffer {
  const strings = [message.topic, message.event, message.meta].map((text) => Buffer.from(text));
  if (strings.some(({ length }) => length > MAX_NAME_BYTES)) throw new FrameError('a name is too long');
  return Buffer.concat([
    Buffer.from([BROADCAST, ...strings.map(({ length }) => length), message.json ? JSON_ENCODING : 0]),
    ...strings,
    message.payload,
  ]);
}
