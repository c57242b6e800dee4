/**
 * Text frames of the Phoenix channel protocol in both versions that clients speak
 * (supabase-protocol 4.2). Pure.
 */

export type ProtocolVersion = '1.0.0' | '2.0.0';

/**
 * A client's reference for matching replies: a string from the official clients, a number from some
 * others.
 */
export type Ref = string | number | null;

export interface Frame {
  /** The `ref` of the join that made the channel; null outside of channels. */
  joinRef: Ref;
  /** Null in frames without a reply. */
  ref: Ref;
  topic: string;
  event: string;
  payload: unknown;
}

/**
 * The address of a frame; its payload travels beside it as JSON text, so that one text serves many
 * frames.
 */
export type Address = Omit<Frame, 'payload'>;

/** A frame that is not of the protocol. The message never quotes the client. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Phoenix allows no more; the binary frames could not name a longer one either. */
export const MAX_NAME_BYTES = 255;

/**
 * @returns the version that a handshake's `vsn` asks for, or null when this server does not speak
 * it.
 */
export function protocolVersion(vsn: string | null): ProtocolVersion | null {
  if (vsn === null || vsn === '' || vsn.startsWith('1.')) return '1.0.0';
  return vsn.startsWith('2.') ? '2.0.0' : null;
}

/**
 * Reads a text frame: an object in version 1, an array in version 2.
 * @throws {FrameError}
 */
export function decodeFrame(version: ProtocolVersion, text: string): Frame {
  const parsed = parseJson(text);
  const [joinRef, ref, topic, event, payload] =
    version === '2.0.0' ? arrayMembers(parsed) : objectMembers(parsed);
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new FrameError('topic and event must be strings');
  }
  if (Buffer.byteLength(topic) > MAX_NAME_BYTES || Buffer.byteLength(event) > MAX_NAME_BYTES) {
    throw new FrameError(`topic and event have at most ${MAX_NAME_BYTES} bytes`);
  }
  return { joinRef: asRef(joinRef), ref: asRef(ref), topic, event, payload };
}

/** Writes a text frame. @param payload JSON text */
export function encodeFrame(version: ProtocolVersion, to: Address, payload: string): string {
  const joinRef = JSON.stringify(to.joinRef);
  const ref = JSON.stringify(to.ref);
  const topic = JSON.stringify(to.topic);
  const event = JSON.stringify(to.event);
  return version === '2.0.0'
    ? `[${joinRef},${ref},${topic},${event},${payload}]`
    : `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`;
}

/** The payload of a `phx_reply`. */
export function replyPayload(status: 'ok' | 'error', response: object = {}): string {
  return JSON.stringify({ status, response });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError('the frame is not JSON');
  }
}

function arrayMembers(parsed: unknown): unknown[] {
  if (!Array.isArray(parsed) || parsed.length !== 5) {
    throw new FrameError('a frame of version 2 is an array of five');
  }
  return parsed;
}

function objectMembers(parsed: unknown): unknown[] {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new FrameError('a frame of version 1 is an object');
  }
  const { join_ref, ref, topic, event, payload } = parsed as Record<string, unknown>;
  return [join_ref, ref, topic, event, payload];
}

function asRef(value: unknown): Ref {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && Buffer.byteLength(value) <= MAX_NAME_BYTES) return value;
  throw new FrameError('a ref is a short string, a number or null');
}
