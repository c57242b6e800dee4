import type { Supabase } from '@/shared/api/supabase.ts';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { decodePicture, drawPicture, encodePicture, fitWithin } from '@/shared/browser/pictures.ts';
import { type LogoType, unusedLogos } from '../model/logo-file.ts';

/** The public bucket of logos: one folder a user (supabase/schemas/19_storage.sql). */
const BUCKET = 'booth-logos';
/** On the largest poster a logo is about 500 pixels wide; some 50 kB. */
const SIDE = 512;
const QUALITY = 0.9;
/** A name is used once, so its picture never changes. */
const CACHE_SECONDS = '31536000';

/** A logo is small; after this time the user can try again. */
const TRANSFER_TIMEOUT_MS = 60_000;

/**
 * Makes a logo of a picture: small, upright, square on white, without what its file tells beside
 * the pixels.
 * @returns null when this browser cannot read it
 */
export async function makeLogo(file: Blob, type: LogoType): Promise<Blob | null> {
  const picture = await decodePicture(new Blob([file], { type }));
  if (!picture) return null;
  try {
    const { width, height } = picture;
    const canvas = drawPicture(picture, { x: 0, y: 0, width, height }, fitWithin(picture, SIDE));
    return await encodePicture(canvas, ['image/webp', 'image/jpeg'], QUALITY);
  } finally {
    picture.close();
  }
}

/**
 * @returns the name to keep in the code's row. @throws StorageError; an error when the upload takes
 * longer than a minute
 */
export async function uploadLogo(supabase: Supabase, userId: string, logo: Blob): Promise<string> {
  const files = (await supabase.storage()).from(BUCKET);
  const path = `${userId}/${newId().replaceAll('-', '')}.${logo.type === 'image/webp' ? 'webp' : 'jpg'}`;
  const stored = files.upload(path, logo, { cacheControl: CACHE_SECONDS, contentType: logo.type });
  const { error } = await withTimeout(stored, TRANSFER_TIMEOUT_MS);
  if (error) throw error;
  return path;
}

/** The pixels of a kept logo, which may be drawn and read again. @throws StorageError */
export async function fetchLogo(supabase: Supabase, path: string): Promise<Blob> {
  const files = (await supabase.storage()).from(BUCKET);
  const { data, error } = await files.download(
    path,
    {},
    { signal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS) },
  );
  if (error) throw error;
  return data;
}

/**
 * Removes the user's logos that no code names any more. Best effort: remaining files are removed
 * the next time.
 */
export async function removeOldLogos(supabase: Supabase, userId: string): Promise<void> {
  try {
    const files = (await supabase.storage()).from(BUCKET);
    const { data: kept } = await files.list(userId);
    // Reads the present ones: what this page knows of them may be older than a change made on
    // another device.
    const { data: codes } = await supabase.from('booth_codes').select('logo_path').throwOnError();
    const named = new Set(codes.map(({ logo_path }) => logo_path?.split('/')[1] ?? ''));
    const old = unusedLogos(kept ?? [], named, Date.now());
    if (old.length > 0) await files.remove(old.map((name) => `${userId}/${name}`));
  } catch {
    // Without network, say.
  }
}
