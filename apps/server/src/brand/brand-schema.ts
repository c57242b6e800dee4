import { telLink } from '@dragoman/domain/cards/contact-card';
import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { z } from 'zod';

/** One line of people's words: no control characters, no spaces around it. */
function line(longest: number) {
  return z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'must be one line without control characters');
}

/** A line, or nothing; `isUsable` checks a value. */
function optionalLine(longest: number, isUsable: (value: string) => boolean, message: string) {
  return line(longest)
    .default('')
    .refine((value) => value === '' || isUsable(value), message);
}

const webAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'must be a web address that begins with https:// or http://' }),
]);

/**
 * A picture in the folder `brand` of the data directory. Names without folders: nothing outside can
 * be reached.
 */
export const PICTURE_NAME = /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,98}\.(png|jpe?g|webp|svg)$/iu;
const NO_PICTURE_NAME =
  'must be the name of a PNG, JPEG, WebP or SVG file in the folder brand of the data directory';
const pictureName = z.string().regex(PICTURE_NAME, NO_PICTURE_NAME);
const noneOrPicture = z.string().refine((name) => name === '' || PICTURE_NAME.test(name), NO_PICTURE_NAME);

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0b5c60');

const sponsorSchema = z.strictObject({
  /** The link's text: the name of the linked party. */
  label: line(60).min(1),
  text: line(140).default(''),
  link: webAddress.default(''),
  image: pictureName.optional(),
});

/**
 * Schema of `brand.json`; every key is optional. Kept as documented in docs/operations.md, "Brand".
 */
export const brandSchema = z.strictObject({
  name: line(60).min(1).default('Dragoman'),
  company: line(100).default(''),
  email: z.union([z.literal(''), z.email('must be an e-mail address')]).default(''),
  phone: optionalLine(50, (value) => telLink(value) !== null, 'must be a phone number'),
  website: webAddress.default(''),
  whatsapp: optionalLine(
    50,
    (value) => whatsAppLink({ whatsapp: value, phone: null }) !== null,
    'must be a phone number',
  ),
  /** The company's location; left out: the product's own line, empty: no line. */
  location: line(100).optional(),
  /** The company's hours; left out: the product's own line, empty: no line. */
  availability: line(140).optional(),
  /** The name after the footer's 'powered by'. */
  footerCredit: line(100).default(''),
  copyrightYear: z.number().int().min(1990).max(2199).default(2024),
  /** In place of the product's mark; empty: the product's own. */
  logo: noneOrPicture.optional(),
  /** A square picture for the browser's tab; empty: the product's own. */
  icon: noneOrPicture.optional(),
  colors: z
    .strictObject({ primary: color.optional(), primaryDark: color.optional(), accent: color.optional() })
    .default({}),
  /** Shown in turn at the places labelled 'Sponsored'. */
  sponsors: z.array(sponsorSchema).max(12).default([]),
  /** Whether a place without a sponsor says 'Ad Space'; false leaves it out. */
  emptyPlaces: z.boolean().default(true),
});

export type BrandFile = z.output<typeof brandSchema>;

/** Keys of the brand that take the place of the file's. */
export type BrandOverrides = Partial<BrandFile>;

/**
 * Any part of a brand, by the rules of the whole; keys that are not given stay so, without
 * defaults.
 */
export const brandOverridesSchema = z.looseObject({}).transform((given, ctx): BrandOverrides => {
  const parsed = brandSchema.safeParse(given);
  if (parsed.success) {
    return Object.fromEntries(Object.entries(parsed.data).filter(([key]) => Object.hasOwn(given, key)));
  }
  for (const { path, message } of parsed.error.issues) ctx.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

/** A sponsor as the browser gets it. */
export interface Sponsor {
  label: string;
  text?: string;
  link?: string;
  /** Path of the picture on this server. */
  image?: string;
}

/**
 * The brand in `GET /config.json`: without empty values, and with addresses instead of file names.
 */
export interface Brand
  extends Partial<
    Pick<BrandFile, 'company' | 'email' | 'phone' | 'website' | 'whatsapp' | 'location' | 'availability'>
  > {
  name: string;
  footerCredit: string;
  copyrightYear: number;
  /**
   * The logo by its path on this server, and its size in pixels, so that nothing moves when it
   * comes.
   */
  logo?: { src: string; width: number; height: number };
  /** Path of the tab's picture on this server. */
  icon?: string;
  sponsors: Sponsor[];
  /** Given where places without a sponsor are left out. */
  emptyPlaces?: false;
}
