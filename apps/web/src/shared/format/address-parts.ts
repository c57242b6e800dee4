/**
 * Splits a mail or web address where a line may break: after `//`, and before separators, so that
 * no line ends in what looks like the end of a sentence.
 * @returns the pieces; joined they are the address
 */
export function addressParts(address: string): string[] {
  return address.split(/(?<=\/\/)|(?=[.@?&=#%_~+])|(?<![/:])(?=\/)(?!\/\/)/);
}
