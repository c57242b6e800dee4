/**
 * Where an address of mail or of the web may go on in the next line: behind `//`, and before what parts it, so that no line ends in
 * what looks like the end of a sentence.
 * @returns the pieces; put together they are the address
 */
export function addressParts(address: string): string[] {
  return address.split(/(?<=\/\/)|(?=[.@?&=#%_~+])|(?<![/:])(?=\/)(?!\/\/)/);
}
