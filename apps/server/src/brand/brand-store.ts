import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '@dragoman/supabase-server/config/config-error';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { brandColors } from './brand-colors.ts';
import { type BrandPicture, pictureFolder, readPicture } from './brand-pictures.ts';
import { type Brand, type BrandFile, type BrandOverrides, brandSchema } from './brand-schema.ts';

/** The branding in use now. */
export interface BrandInUse {
  brand: Brand;
  /** The brand's colours as a style sheet; empty without colours. */
  css: string;
  /** The pictures by file name. */
  pictures: ReadonlyMap<string, BrandPicture>;
}

/** The event admin's changes on top of the file: texts and uploaded pictures. */
export interface BrandLayer {
  overrides: BrandOverrides;
  /** The pictures by file name; others are looked for in the folder. */
  pictures: ReadonlyMap<string, BrandPicture>;
}

const NO_LAYER: BrandLayer = { overrides: {}, pictures: new Map() };

/**
 * Gives the brand of this moment: it is read again when the file, a picture or the administrators'
 * layer has changed.
 */
export interface BrandStore {
  current(): BrandInUse;
  /**
   * Applies the event admin's settings on top of the file. A setting that does not fit the present
   * file is ignored.
   */
  use(layer: BrandLayer): void;
}

/**
 * Opens `brand.json` of the data directory; without the file the product's own name is used. An
 * invalid later change is logged once, and the previous brand stays in use.
 * @throws {ConfigError} naming every key that is wrong, when the file cannot be used at the start.
 */
export function openBrandStore(dataDir: string, log: Pick<Logger, 'info' | 'error'>): BrandStore {
  let seen = fingerprint(dataDir);
  let inUse = readBrand(dataDir);
  let layer = NO_LAYER;
  let seenLayer = layer;
  return {
    use(next) {
      layer = next;
    },
    current() {
      const now = fingerprint(dataDir);
      if (now === seen && layer === seenLayer) return inUse;
      if (now !== seen) log.info({}, 'brand.json has changed');
      seen = now;
      seenLayer = layer;
      try {
        inUse = readBrand(dataDir, layer);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        log.error({ problems: error.problems }, 'the brand cannot be used as it is now; the last one stays');
      }
      return inUse;
    },
  };
}

/**
 * Reads the brand once.
 * @throws {ConfigError} naming every key that is wrong
 */
export function readBrand(dataDir: string, { overrides, pictures: uploaded } = NO_LAYER): BrandInUse {
  const { file, problems } = readFile(path.join(dataDir, 'brand.json'));
  if (!file) throw new ConfigError(problems.map((problem) => `brand.json: ${problem}`));
  const find = (name: string) => uploaded.get(name) ?? readPicture(dataDir, name);
  const composed = composeBrand({ ...file, ...overrides }, find);
  const wrong = [...problems, ...composed.problems];
  if (wrong.length > 0) throw new ConfigError(wrong.map((problem) => `brand.json: ${problem}`));
  return composed;
}

/** @returns the content of the file alone; defaults when it is missing or unusable */
export function readBrandFile(dataDir: string): BrandFile {
  return readFile(path.join(dataDir, 'brand.json')).file ?? brandSchema.parse({});
}

/**
 * Converts a checked brand into the served one.
 * @param find a picture by its name; throws an Error that says what is wrong with it
 * @returns with what is wrong, each line beginning with its key
 */
export function composeBrand(
  file: BrandFile,
  find: (name: string) => BrandPicture,
): BrandInUse & { problems: string[] } {
  const problems: string[] = [];
  const pictures = new Map<string, BrandPicture>();
  const picture = (key: string, name: string | undefined) => {
    if (!name) return undefined;
    try {
      const read = pictures.get(name) ?? find(name);
      pictures.set(name, read);
      const { width, height } = read;
      return { src: pictureAddress(name, read), width, height };
    } catch (error) {
      problems.push(`${key}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const colors = brandColors(file.colors);
  problems.push(...colors.problems);
  const { colors: _, logo, icon, sponsors, emptyPlaces, location, availability, ...texts } = file;
  const brand = {
    ...given(texts),
    // Empty ones are kept: they suppress the line.
    ...(location === undefined ? {} : { location }),
    ...(availability === undefined ? {} : { availability }),
    ...given({ logo: picture('logo', logo), icon: picture('icon', icon)?.src }),
    footerCredit: file.footerCredit || file.name,
    sponsors: sponsors.map(({ image, ...sponsor }, index) =>
      given({ ...sponsor, image: picture(`sponsors.${index}.image`, image)?.src }),
    ),
    ...(emptyPlaces ? {} : { emptyPlaces }),
  } as Brand;
  return { brand, css: colors.css, pictures, problems };
}

/** @returns the path under which a picture of the brand is served */
export function pictureAddress(name: string, { version }: Pick<BrandPicture, 'version'>): string {
  return `/brand/${encodeURIComponent(name)}?v=${version}`;
}

function readFile(name: string): { file: BrandFile | null; problems: string[] } {
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { file: brandSchema.parse({}), problems: [] };
    return { file: null, problems: [(error as Error).message] };
  }
  let json: unknown;
  try {
    // Some editors put a byte order mark first.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { file: null, problems: [`is no JSON: ${(error as Error).message}`] };
  }
  const parsed = brandSchema.safeParse(json);
  if (parsed.success) return { file: parsed.data, problems: [] };
  return {
    file: null,
    problems: parsed.error.issues.map(({ path: keys, message }) =>
      keys.length > 0 ? `${keys.join('.')}: ${message}` : message,
    ),
  };
}

/** Leaves empty values out. */
function given<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Values>;
}

/** Changes when the file or anything in the pictures' folder is written, added or removed. */
function fingerprint(dataDir: string): string {
  const folder = pictureFolder(dataDir);
  let names: string[] = [];
  try {
    names = readdirSync(folder).sort();
  } catch {
    // No folder, no pictures.
  }
  return [path.join(dataDir, 'brand.json'), ...names.map((name) => path.join(folder, name))]
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat ? `${file} ${stat.ino} ${stat.size} ${stat.mtimeMs}` : `${file} -`;
    })
    .join('\n');
}
