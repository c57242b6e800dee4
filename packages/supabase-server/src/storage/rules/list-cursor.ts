import { z } from 'zod';
import type { PageEnd } from '../data/listing.ts';

const schema = z.tuple([
  z.string().regex(/^-?\d{1,18}$/),
  z
    .string()
    .max(2048)
    .regex(/^[^\0]*$/),
]);

/** The end of a page as clients hand it back; opaque to them. */
export function encodeCursor({ at, name }: PageEnd): string {
  return Buffer.from(JSON.stringify([at, name])).toString('base64url');
}

/** @returns null for what {@link encodeCursor} did not make */
export function decodeCursor(cursor: string): PageEnd | null {
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return parsed.success ? { at: parsed.data[0], name: parsed.data[1] } : null;
  } catch {
    return null;
  }
}
