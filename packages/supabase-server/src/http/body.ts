import type { Context } from 'hono';
import type { ServerEnv } from './request-info.ts';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limit: number;

  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

export class BadJsonError extends Error {
  override readonly name = 'BadJsonError';
}

/**
 * Reads a body of at most `limit` bytes, refusing by Content-Length before reading and again while
 * it arrives. Reads Node's own stream: a web stream around it costs more than all else that a small
 * request needs.
 * @throws {BodyTooLargeError}
 */
export async function readBytes(c: Context<ServerEnv>, limit: number): Promise<Uint8Array> {
  const { incoming } = c.env;
  const known = peeked.get(incoming);
  if (known) return known;
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw new BodyTooLargeError(limit);
  if (incoming.readableEnded) return new Uint8Array();
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limit) settle(() => reject(new BodyTooLargeError(limit)));
      else chunks.push(chunk);
    };
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = () => settle(() => reject(cutOff()));
    incoming.on('data', onData).on('end', onEnd).on('error', reject).on('close', onClose);
  });
}

const peeked = new WeakMap<object, Uint8Array>();

/** Like {@link readBytes}, for a middleware: later readers still get the whole body. */
export async function peekBytes(c: Context<ServerEnv>, limit: number): Promise<Uint8Array> {
  const bytes = await readBytes(c, limit);
  peeked.set(c.env.incoming, bytes);
  return bytes;
}

function cutOff(): Error {
  return new Error('the client went away before its request was whole');
}

const decoder = new TextDecoder();

/** The body as UTF-8 text. @throws {BodyTooLargeError} */
export async function readText(c: Context<ServerEnv>, limit: number): Promise<string> {
  return decoder.decode(await readBytes(c, limit));
}

/**
 * The body as JSON; an empty body is `undefined`.
 * @throws {BodyTooLargeError} @throws {BadJsonError}
 */
export async function readJson(c: Context<ServerEnv>, limit: number): Promise<unknown> {
  const text = await readText(c, limit);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new BadJsonError('The request body is not valid JSON');
  }
}
