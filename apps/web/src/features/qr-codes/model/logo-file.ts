/** A photograph of a phone; more is no logo. */
export const MAX_LOGO_FILE_BYTES = 20 * 1024 * 1024;

/** Why a file is no logo. */
export type LogoFault = 'vector' | 'type' | 'size';

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

const START_BYTES = 512;

/** On another device a logo may have been sent whose code is still being saved, ms. */
const UNNAMED_FOR_MS = 60 * 60_000;

/**
 * @param kept files in the user's folder, as the storage service lists them
 * @param named what the user's codes name, read after the files were listed
 * @returns the files that no code will ever name again
 */
export function unusedLogos(
  kept: ReadonlyArray<{ name: string; created_at: string | null }>,
  named: ReadonlySet<string>,
  now: number,
): string[] {
  return kept
    .filter(({ name, created_at }) => !named.has(name) && now - Date.parse(created_at ?? '') > UNNAMED_FOR_MS)
    .map(({ name }) => name);
}

/**
 * Detects the type of a file by its content, not by its name.
 * @returns its type, or the fault. SVG is a document that may contain scripts; it has a fault of
 * its own, because many logos are SVG files.
 */
export async function logoType(file: Blob): Promise<{ type: LogoType } | { fault: LogoFault }> {
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const type = typeOf(start);
  if (type) return file.size > MAX_LOGO_FILE_BYTES ? { fault: 'size' } : { type };
  // Reads the bytes as Latin letters, with the zeros of UTF-16 left out.
  const text = String.fromCharCode(...start.filter((byte) => byte > 0)).toLowerCase();
  return { fault: /<svg|<\?xml|<!doctype svg/.test(text) ? 'vector' : 'type' };
}

function typeOf(start: Uint8Array): LogoType | null {
  const has = (at: number, ...bytes: number[]) => bytes.every((byte, i) => start[at + i] === byte);
  if (has(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (has(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  // RIFF, four bytes of length, WEBP.
  return has(0, 0x52, 0x49, 0x46, 0x46) && has(8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : null;
}
