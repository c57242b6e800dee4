import { THUMBNAIL_MAX_BYTES } from '@dragoman/domain/chat-attachments';
import { redrawPicture } from '@/shared/browser/pictures.ts';

/** Longer side in pixels and JPEG quality, tried in this order until the thumbnail is light enough. */
const ATTEMPTS = [
  [520, 0.7],
  [520, 0.5],
  [400, 0.4],
  [240, 0.3],
] as const;

/**
 * @returns a JPEG of at most {@link THUMBNAIL_MAX_BYTES}; null where the browser cannot read the
 * picture, or cannot make it as light as that
 */
export async function makeThumbnail(picture: Blob): Promise<Blob | null> {
  for (const [side, quality] of ATTEMPTS) {
    const drawn = await redrawPicture(picture, side, quality);
    if (!drawn) return null;
    if (drawn.blob.size <= THUMBNAIL_MAX_BYTES) return drawn.blob;
  }
  return null;
}
