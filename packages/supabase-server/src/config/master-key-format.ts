/** @returns the 32 bytes of 64 hexadecimal digits; null for anything else */
export function parseMasterKey(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null;
}
