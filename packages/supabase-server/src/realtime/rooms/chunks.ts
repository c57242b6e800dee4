/**
 * Cuts messages between server processes to what NOTIFY takes, and puts them together again. Pure.
 */

/** NOTIFY refuses payloads of 8,000 bytes; the rest is room for the header. */
const MAX_BODY_BYTES = 7800;

/** A message from another process. */
export interface PubSubMessage {
  /** The process that sent it. */
  from: string;
  kind: string;
  body: string;
}

/**
 * Each payload begins with a line `from kind index/count`. A body that must be cut travels as
 * base64, so that no cut falls into a character.
 * @param from, kind without spaces
 */
export function toPayloads({ from, kind, body }: PubSubMessage): string[] {
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return [`${from} ${kind} 0/1\n${body}`];
  const encoded = Buffer.from(body).toString('base64');
  const count = Math.ceil(encoded.length / MAX_BODY_BYTES);
  return Array.from(
    { length: count },
    (_, index) =>
      `${from} ${kind} ${index}/${count}\n${encoded.slice(index * MAX_BODY_BYTES, (index + 1) * MAX_BODY_BYTES)}`,
  );
}

/**
 * Puts payloads together: those of one message follow each other, since one transaction sends them.
 */
export class ChunkReader {
  readonly #partial = new Map<string, string[]>();

  /** @returns the message that the payload completes; null for a part, or for an invalid payload */
  read(payload: string): PubSubMessage | null {
    const end = payload.indexOf('\n');
    const header = /^(\S+) (\S+) (\d+)\/(\d+)$/.exec(payload.slice(0, Math.max(0, end)));
    if (!header) return null;
    const [, from = '', kind = '', indexText, countText] = header;
    const [index, count] = [Number(indexText), Number(countText)];
    const part = payload.slice(end + 1);
    if (count === 1) return { from, kind, body: part };
    const parts = index === 0 ? [] : (this.#partial.get(from) ?? []);
    if (parts.length !== index) return null;
    parts.push(part);
    if (index + 1 < count) {
      this.#partial.set(from, parts);
      return null;
    }
    this.#partial.delete(from);
    return { from, kind, body: Buffer.from(parts.join(''), 'base64').toString('utf8') };
  }

  forget(from: string): void {
    this.#partial.delete(from);
  }
}
