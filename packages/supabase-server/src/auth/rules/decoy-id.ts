import { createHmac } from 'node:crypto';

/**
 * Gives ids to objects that do not exist: random to a caller without the key, and the same each
 * time, like real ids.
 * @param name what the id represents, e.g. an address
 * @returns a UUID of version 4
 */
export type DecoyIds = (name: string) => string;

export function createDecoyIds(key: Buffer): DecoyIds {
  return (name) => {
    const bytes = createHmac('sha256', key).update(name, 'utf8').digest().subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}
