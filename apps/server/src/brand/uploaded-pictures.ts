import type { Database } from '@dragoman/supabase-server/db/database';
import { findActiveSvg } from '@dragoman/supabase-server/security/active-svg';
import sharp from 'sharp';
import { type BrandPicture, LARGEST_BYTES, pictureFrom } from './brand-pictures.ts';

/** More than any screen shows of a logo; larger pictures only cost phones memory. */
const LONGEST_SIDE = 4096;
/** Pictures that are kept without being in use, for an event admin who is still editing. */
const MOST_UNUSED = 40;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

export type PictureProblem = 'too_large' | 'not_a_picture' | 'active_svg' | 'too_many_pictures';

/** An uploaded file that cannot be a picture of the brand. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Pictures that an administrator has uploaded. They are in the database, so that each process can
 * serve them, on any machine.
 */
export interface UploadedPictures {
  /** @returns the name that a brand refers to it by. @throws {PictureError} */
  save(bytes: Buffer<ArrayBuffer>): Promise<string>;
  /** @returns those of the names that there are */
  load(names: readonly string[]): Promise<Map<string, BrandPicture>>;
}

export function createUploadedPictures(db: Pick<Database, 'query' | 'execute'>): UploadedPictures {
  return {
    async save(bytes) {
      const picture = await checkPicture(bytes);
      const name = `uploaded-${picture.version}.${EXTENSIONS[picture.type]}`;
      await removeUnused(db);
      const [kept] = await db.query<{ count: number }>(
        'select count(*)::int as count from dragoman.brand_pictures',
      );
      if ((kept?.count ?? 0) >= MOST_UNUSED * 2) {
        throw new PictureError('too_many_pictures', 'Too many pictures were uploaded today');
      }
      await db.execute(
        'insert into dragoman.brand_pictures (name, bytes) values ($1, $2) on conflict (name) do update set created_at = now()',
        [name, bytes],
      );
      return name;
    },
    async load(names) {
      if (names.length === 0) return new Map();
      const rows = await db.query<{ name: string; bytes: Buffer<ArrayBuffer> }>(
        'select name, bytes from dragoman.brand_pictures where name = any($1)',
        [names],
      );
      const pictures = new Map<string, BrandPicture>();
      for (const { name, bytes } of rows) {
        const picture = pictureFrom(bytes);
        if (picture) pictures.set(name, picture);
      }
      return pictures;
    },
  };
}

/** Pictures of the last day stay: an administrator may be about to save a brand with them. */
async function removeUnused(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute(
    `delete from dragoman.brand_pictures old
     where old.created_at < now() - interval '1 day' and not exists (
       select from dragoman.settings s where s.key = 'brand' and strpos(s.value::text, old.name) > 0)`,
  );
}

/**
 * Checks an uploaded file by its content, not by its declared type.
 * @throws {PictureError}
 */
export async function checkPicture(bytes: Buffer<ArrayBuffer>): Promise<BrandPicture> {
  if (bytes.byteLength > LARGEST_BYTES) {
    throw new PictureError('too_large', `The picture is larger than ${LARGEST_BYTES / 1024} kB`);
  }
  const picture = pictureFrom(bytes);
  if (!picture) throw new PictureError('not_a_picture', 'This is no PNG, JPEG, WebP or SVG picture');
  if (picture.type === 'image/svg+xml') await refuseActiveSvg(bytes.toString('utf8'));
  else await decode(bytes);
  return picture;
}

/** A file may begin like a picture and be none, or be cut off. */
async function decode(bytes: Buffer): Promise<void> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    if (width > LONGEST_SIDE || height > LONGEST_SIDE) {
      throw new PictureError('too_large', `The picture is more than ${LONGEST_SIDE} pixels wide or high`);
    }
    await sharp(bytes, { limitInputPixels: LONGEST_SIDE ** 2 })
      .resize(16, 16, { fit: 'inside' })
      .toBuffer();
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('not_a_picture', 'The picture cannot be read; it may be cut off');
  }
}

/**
 * The pages that show these pictures run no scripts from them (docs/adr/0014). An active SVG is
 * refused nevertheless, because it may be opened elsewhere.
 */
async function refuseActiveSvg(text: string): Promise<void> {
  const found = await findActiveSvg(text);
  if (!found) throw new PictureError('not_a_picture', 'The SVG is not well-formed');
  if (found.length > 0) {
    throw new PictureError(
      'active_svg',
      `The SVG holds what a picture does not need: ${found.slice(0, 5).join(', ')}`,
    );
  }
}
