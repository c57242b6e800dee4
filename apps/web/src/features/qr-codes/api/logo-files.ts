import type { BoothCode } from '../../../lib/database-types.ts';
import { newId } from '../../../lib/new-id.ts';
import { decodePicture, drawPicture, encodePicture, fitWithin } from '../../../lib/pictures.ts';
import type { Supabase } from '../../../lib/supabase.ts';
import type { LogoType } from '../model/logo-file.ts';

/** The public bucket of logos: one folder a user (supabase/migrations/*_booth_codes.sql). */
const BUCKET = 'booth-logos';
/** On the largest poster a logo is about 500 pixels wide; some 50 kB. */
const SIDE = 512;
const QUALITY = 0.9;
/** A name is used once, so its picture never changes. */
const CACHE_SECONDS = '31536000';

/**
 * Makes a logo of a picture: small, upright, square on white, without what its file tells beside the pixels.
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

/** @returns the name to keep in the code's row. @throws StorageError */
export async function uploadLogo(supabase: Supabase, userId: string, logo: Blob): Promise<string> {
  const files = (await supabase.storage()).from(BUCKET);
  const path = `${userId}/${newId().replaceAll('-', '')}.${logo.type === 'image/webp' ? 'webp' : 'jpg'}`;
  const { error } = await files.upload(path, logo, { cacheControl: CACHE_SECONDS, contentType: logo.type });
  if (error) throw error;
  return path;
}

/** The pixels of a kept logo, which may be drawn and read again. @throws StorageError */
export async function fetchLogo(supabase: Supabase, path: string): Promise<Blob> {
  const { data, error } = await (await supabase.storage()).from(BUCKET).download(path);
  if (error) throw error;
  return data;
}

/** Removes the user's logos that no code names any more. Best effort: what stays goes the next time. */
export async function removeOldLogos(
  supabase: Supabase,
  userId: string,
  codes: ReadonlyArray<Pick<BoothCode, 'logo_path'>>,
): Promise<void> {
  try {
    const files = (await supabase.storage()).from(BUCKET);
    const { data } = await files.list(userId);
    const used = new Set(codes.map(({ logo_path }) => logo_path));
    const old = (data ?? []).map(({ name }) => `${userId}/${name}`).filter((path) => !used.has(path));
    if (old.length > 0) await files.remove(old);
  } catch {
    // Without network, say.
  }
}
