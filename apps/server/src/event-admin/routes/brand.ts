import { isDeepStrictEqual } from 'node:util';
import { BodyTooLargeError, readBytes, readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import { z } from 'zod';
import { brandTokens } from '../../brand/brand-colors.ts';
import { type BrandPicture, LARGEST_BYTES, readPicture } from '../../brand/brand-pictures.ts';
import { type BrandFile, type BrandOverrides, brandSchema } from '../../brand/brand-schema.ts';
import { composeBrand, readBrandFile } from '../../brand/brand-store.ts';
import { PictureError } from '../../brand/uploaded-pictures.ts';
import { pictureNames } from '../../settings/sync-brand.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError, type FieldProblem } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 65_536;
const changeSchema = z.strictObject({ value: brandSchema.nullable(), seen: z.number().int().min(0) });
const previewSchema = z.strictObject({ colors: brandSchema.shape.colors });

/** GET /brand: the brand in use as a form takes it, with what `brand.json` alone says. */
export function getBrandRoute({ settings, brandPictures, config }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const file = readBrandFile(config.dataDir);
    const { brand: overrides } = settings.current();
    const brand = { ...file, ...overrides };
    const uploaded = await brandPictures.load(pictureNames(brand));
    const { light, dark } = brandTokens(brand.colors);
    return c.json({
      brand,
      file,
      changed: Object.keys(overrides),
      revision: settings.revisions().brand,
      pictures: pictureData(brand, (name) => uploaded.get(name) ?? readPicture(config.dataDir, name)),
      tokens: { light, dark },
    });
  };
}

/** PUT /brand: keeps what differs from the file. `value: null` is the file's brand again. */
export function setBrandRoute({ settings, brandPictures, config }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { value, seen } = changeSchema.parse(await readJson(c, BODY_BYTES));
    if (value === null) {
      await settings.set('brand', undefined, seen);
      actingAdmin(c).target = 'default';
      return c.body(null, 204);
    }
    const uploaded = await brandPictures.load(pictureNames(value));
    const { problems } = composeBrand(
      value,
      (name) => uploaded.get(name) ?? readPicture(config.dataDir, name),
    );
    if (problems.length > 0) {
      throw new EventAdminError(422, 'invalid', 'Some fields cannot be saved as they are', {
        problems: problems.map(toProblem),
      });
    }
    await settings.set('brand', differing(value, readBrandFile(config.dataDir)), seen);
    return c.body(null, 204);
  };
}

/** POST /brand/colors: a preview of colours, and whether they are legible. */
export function previewColorsRoute(): Handler<ServerEnv> {
  return async (c) => {
    const { colors } = previewSchema.parse(await readJson(c, BODY_BYTES));
    const { light, dark, problems } = brandTokens(colors);
    return c.json({ light, dark, problems: problems.map(toProblem) });
  };
}

/**
 * POST /brand/pictures: the file itself as the body.
 * @returns the name that the brand is to refer to it by
 */
export function uploadPictureRoute({ brandPictures }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    try {
      const bytes = await readBytes(c, LARGEST_BYTES);
      return c.json({ name: await brandPictures.save(Buffer.from(bytes)) }, 201);
    } catch (error) {
      if (error instanceof BodyTooLargeError) {
        throw new EventAdminError(413, 'too_large', `The picture is larger than ${LARGEST_BYTES / 1024} kB`);
      }
      if (!(error instanceof PictureError)) throw error;
      throw new EventAdminError(error.problem === 'too_large' ? 413 : 422, error.problem, error.message);
    }
  };
}

/**
 * Keys of the file with other values. Values from the file keep following it: a later edit takes
 * effect.
 */
function differing(brand: BrandFile, file: BrandFile): BrandOverrides {
  return Object.fromEntries(
    Object.entries(brand).filter(([key, value]) => {
      const said = file[key as keyof BrandFile];
      // No picture, in two words.
      if (key === 'logo' || key === 'icon') return (value || undefined) !== (said || undefined);
      return !isDeepStrictEqual(value, said);
    }),
  );
}

/** The pictures themselves, small as they are: one that is not in use yet has no address. */
function pictureData(brand: BrandFile, find: (name: string) => BrandPicture): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of new Set(pictureNames(brand))) {
    try {
      const { type, bytes } = find(name);
      found[name] = `data:${type};base64,${bytes.toString('base64')}`;
    } catch {
      // Gone from the folder: the form shows the name alone.
    }
  }
  return found;
}

/** @param line its key, a colon, and what is wrong */
function toProblem(line: string): FieldProblem {
  const [, path = '', message = line] = /^([\w.]+): (.*)$/s.exec(line) ?? [];
  return { path, code: path.startsWith('colors.') ? 'contrast' : 'picture', message };
}
