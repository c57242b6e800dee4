import type { Logger } from '@dragoman/supabase-server/util/logger';
import type { BrandOverrides } from '../brand/brand-schema.ts';
import type { BrandStore } from '../brand/brand-store.ts';
import type { UploadedPictures } from '../brand/uploaded-pictures.ts';
import type { SettingsStore } from './settings-store.ts';

/**
 * Applies the event admins' brand settings on top of `brand.json`, now and after each change.
 * @throws when the uploaded pictures cannot be read now
 */
export async function syncBrand(deps: {
  settings: SettingsStore;
  brand: BrandStore;
  brandPictures: UploadedPictures;
  log: Pick<Logger, 'error'>;
}): Promise<void> {
  const { settings, brand, brandPictures, log } = deps;
  let seen: BrandOverrides = {};
  const follow = async () => {
    const overrides = settings.current().brand;
    if (overrides === seen) return;
    seen = overrides;
    const pictures = await brandPictures.load(pictureNames(overrides));
    // A later change has its own turn.
    if (seen === overrides) brand.use({ overrides, pictures });
  };
  settings.onChange(() =>
    follow().catch((error: unknown) => {
      // Forgets the seen state: the next change of any setting tries again.
      seen = {};
      const { name, code } = error as { name?: unknown; code?: unknown };
      log.error({ err: { name, code } }, 'the pictures of the brand could not be read');
    }),
  );
  await follow();
}

/** @returns the names of all pictures that a brand refers to */
export function pictureNames({ logo, icon, sponsors = [] }: BrandOverrides): string[] {
  return [logo, icon, ...sponsors.map(({ image }) => image)].flatMap((name) => name || []);
}
