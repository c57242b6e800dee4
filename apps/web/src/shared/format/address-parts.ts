/**
 * Splits a mail or web address where a line may break: after `//`, and before separators, so that
 * no line ends in what looks like the end of a sentence.
 * @returns the pieces; joined they are the address
 */
export function addressParts(address: string): string[] {
  const parts = address
    .replace(/\/\//g, '//\0')
    .replace(/[.@?&=#%_~+]/g, '\0$&')
    .replace(/([^/:\0])\/(?!\/)/g, '$1\0/')
    .split('\0')
    .filter(Boolean);
  return parts.length > 0 ? parts : [address];
}
