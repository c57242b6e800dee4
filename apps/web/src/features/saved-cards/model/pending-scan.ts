import type { BusinessCardField, ScannedFields } from '@dragoman/domain/cards/document-scan';
import { decodeBlob, encodeBlob, isStoredBlob, type StoredBlob } from '@/shared/offline/stored-blob.ts';

/** A picture of a card that is not yet saved: the user checks the values first. */
export interface PendingScan {
  /** The id that the card will have, made here, so that a repeated save keeps it once. */
  id: string;
  /** Profile of the user who scanned it; hidden from other users of this device. */
  ownerId: string;
  /** The booth for which it was scanned, or the user's own profile; absent where it was not known. */
  boothId?: string;
  /** The time of the scan, ISO 8601. */
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
export const MAX_PENDING_SCANS = 20;
/** Bytes of pictures that wait at most, all together. */
export const MAX_PENDING_BYTES = 40 * 1024 * 1024;

/** @returns whether there is room on the device for one more picture. */
export function hasRoom(scans: readonly Pick<PendingScan, 'picture'>[], picture: Blob): boolean {
  const bytes = scans.reduce((sum, scan) => sum + scan.picture.size, picture.size);
  return scans.length < MAX_PENDING_SCANS && bytes <= MAX_PENDING_BYTES;
}

/** @returns a scan as the database stores it. */
export async function encodeScan({ picture, ...scan }: PendingScan): Promise<unknown> {
  return { ...scan, ...(await encodeBlob(picture)) };
}

/** @returns the scan of stored data; null when the data is not one. */
export function parseScan(data: unknown): PendingScan | null {
  if (!isStoredBlob(data)) return null;
  const { bytes: _, mediaType: __, ...scan } = data as StoredBlob & Omit<PendingScan, 'picture'>;
  const texts: unknown[] = [scan.id, scan.ownerId, scan.scannedAt, scan.state?.kind];
  return texts.every((text) => typeof text === 'string') ? { ...scan, picture: decodeBlob(data) } : null;
}
