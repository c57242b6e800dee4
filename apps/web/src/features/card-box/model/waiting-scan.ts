import type { BusinessCardField, ScannedFields } from '@dragoman/domain/document-scan';

/** A picture of a card that is not yet a card of the box: nothing is saved before somebody has looked at what was read. */
export interface WaitingScan {
  /** The id that the card will have, made here, so that a repeated save keeps it once. */
  id: string;
  /** Profile of whoever scanned it: nobody else on this device sees it. */
  ownerId: string;
  /** When it was scanned, ISO 8601. */
  scannedAt: string;
  /** Made ready to be sent. */
  picture: Blob;
  state: ScanState;
}

export type ScanState =
  /** Not yet read, for want of a network, most often. */
  | { kind: 'waiting' }
  | { kind: 'read'; fields: ScannedFields<BusinessCardField> }
  /** The machine could not read it; people can. */
  | { kind: 'unread' };

/** Pictures that wait at most. Each is half a megabyte, up to five as a phone made it. */
export const MAX_WAITING_SCANS = 20;
/** Bytes of pictures that wait at most, all together. */
export const MAX_WAITING_BYTES = 40 * 1024 * 1024;

/** @returns whether there is room on the device for one more picture. */
export function hasRoom(scans: readonly Pick<WaitingScan, 'picture'>[], picture: Blob): boolean {
  const bytes = scans.reduce((sum, scan) => sum + scan.picture.size, picture.size);
  return scans.length < MAX_WAITING_SCANS && bytes <= MAX_WAITING_BYTES;
}
