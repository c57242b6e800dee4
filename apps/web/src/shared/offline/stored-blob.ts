/** A blob as it is stored: some browsers lose blobs that stay in a database. */
export interface StoredBlob {
  bytes: ArrayBuffer;
  mediaType: string;
}

/** @throws when the blob cannot be read */
export async function encodeBlob(blob: Blob): Promise<StoredBlob> {
  return { bytes: await blob.arrayBuffer(), mediaType: blob.type };
}

export function decodeBlob({ bytes, mediaType }: StoredBlob): Blob {
  return new Blob([bytes], { type: mediaType });
}

/**
 * @returns whether stored data holds a blob; databases may hold what an earlier version of the app
 * has written
 */
export function isStoredBlob(data: unknown): data is StoredBlob {
  const { bytes, mediaType } = (data ?? {}) as Record<string, unknown>;
  return bytes instanceof ArrayBuffer && typeof mediaType === 'string';
}
