/**
 * Bytes of JSON that `user_metadata` may have. It rides in every access token, which must fit in a
 * request header (32 kB for all headers; base64 adds a third).
 */
export const MAX_METADATA_BYTES = 16_384;
const MAX_DEPTH = 32;

// jsonb can hold neither U+0000 nor half a surrogate pair.
const UNSTORABLE = /\0|\p{Surrogate}/u;

export type Metadata = Record<string, unknown>;

export function isMetadata(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @returns why the database or a token could not carry this, or null when they can. Never recurses:
 * clients choose the depth.
 */
export function findMetadataProblem(metadata: Metadata): string | null {
  const open: Array<{ value: unknown; depth: number }> = [{ value: metadata, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && UNSTORABLE.test(value)) return 'holds a character that cannot be stored';
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    for (const [key, inner] of Object.entries(value)) {
      if (UNSTORABLE.test(key)) return 'holds a character that cannot be stored';
      open.push({ value: inner, depth: depth + 1 });
    }
  }
  return isMetadataTooLarge(metadata) ? metadataTooLarge() : null;
}

export function isMetadataTooLarge(metadata: Metadata): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES;
}

export function metadataTooLarge(): string {
  return `is larger than ${MAX_METADATA_BYTES} bytes`;
}

/**
 * Splits a change into the keys to set and the keys that a null removes, at the top level
 * (supabase-protocol 2.8, PUT /user).
 */
export function splitMetadataChange(change: Metadata): { set: Metadata; remove: string[] } {
  const entries = Object.entries(change);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    remove: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}
