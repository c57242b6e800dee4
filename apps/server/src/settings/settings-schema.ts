import { z } from 'zod';
import { brandOverridesSchema } from '../brand/brand-schema.ts';

/** One text of the banner: a few lines at most, so that it never covers what people came for. */
const bannerText = z
  .string()
  .trim()
  .max(300, 'must have at most 300 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must be one paragraph without control characters');

/**
 * The event's announcement to all users, in the languages of the interface. An empty text: that
 * language reads another one.
 */
export const announcementSchema = z
  .strictObject({
    /** A new id for each announcement: users who have dismissed one see the next. */
    id: z.uuid(),
    en: bannerText,
    zh: bannerText,
    ar: bannerText,
  })
  .refine(({ en, zh, ar }) => en !== '' || zh !== '' || ar !== '', {
    message: 'must have a text in one language at least',
  });

export type Announcement = z.output<typeof announcementSchema>;

/** Every setting by its key, with the schema of its values. */
export const settingsShape = {
  /** Days after the last message after which chats are deleted; 0: never. */
  retentionDays: z.number().int().min(0).max(3650),
  /** Whether a join page lets people in without an account. */
  guestsEnabled: z.boolean(),
  announcement: announcementSchema.nullable(),
  /** Overrides of the keys of `brand.json` (docs/adr/0014); pictures by their names. */
  brand: brandOverridesSchema,
} as const;

export type SettingKey = keyof typeof settingsShape;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingsShape)[Key]> };

export const SETTING_KEYS = Object.keys(settingsShape) as readonly SettingKey[];
