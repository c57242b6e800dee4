const KEY = 'dragoman-device';
const MADE_HERE = /^[0-9a-f]{32}$/;

let current: string | undefined;

/**
 * A random number by which booth codes tell a reload from a second visitor
 * (supabase/schemas/08_joining.sql). It says nothing about the device or its owner, is sent with a
 * booth code alone, and goes with the browser's data.
 * @returns 32 hexadecimal digits; where storage is forbidden, another for each visit
 */
export function deviceId(): string {
  current ??= readKept() ?? makeId();
  return current;
}

function readKept(): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept && MADE_HERE.test(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` is missing on pages that are not https. */
function makeId(): string {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Forbidden or full.
  }
  return id;
}
