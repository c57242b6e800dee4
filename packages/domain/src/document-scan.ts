import { z } from 'zod';
import { webLink } from './contact-card.ts';

// Cards and passes that a machine reads: answers of the functions `process-business-card` and `process-entrance-pass` (spec
// section 7) and what the forms make of them (section 5).

/** An entrance pass must be smaller than this, in bytes (spec sections 5 and 9: 5 MB). */
export const PASS_MAX_BYTES = 5 * 1024 * 1024;

/** What is wrong with a picture of an entrance pass before anybody looks at it; null when nothing is. */
export type PassPictureProblem = 'too-large' | 'no-image';

/** @param picture a chosen file: its size in bytes and its media type, as a browser tells them. */
export function passPictureProblem(picture: { size: number; type: string }): PassPictureProblem | null {
  if (picture.size >= PASS_MAX_BYTES) return 'too-large';
  return isImageType(picture.type) ? null : 'no-image';
}

/** @returns whether a media type is one of pictures, HEIC of phones among them. */
export function isImageType(type: string): boolean {
  return /^image\//i.test(type);
}

/** A field that the machine did not find is an empty string (spec section 5), however the answer says so. */
const foundText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '');

const businessCardSchema = z.object({
  name: foundText,
  company: foundText,
  email: foundText,
  phone: foundText,
  website: foundText,
  whatsapp: foundText,
  wechat: foundText,
});

const entrancePassSchema = z.object({ name: foundText, company: foundText, designation: foundText });

/** What was read off a business card; empty strings for what is not on it. */
export type BusinessCard = z.output<typeof businessCardSchema>;

/** What was read off an entrance pass; empty strings for what is not on it. */
export type EntrancePass = z.output<typeof entrancePassSchema>;

/** A function's answer: what it found, or a text on why not (empty when it gave none). */
export type ScanAnswer<Found> = { success: true; found: Found } | { success: false; error: string };

/** Reads an answer of `process-business-card`; successful only with a success flag (spec section 5). */
export function businessCardAnswer(body: unknown): ScanAnswer<BusinessCard> {
  return readAnswer(businessCardSchema, body);
}

/** Reads an answer of `process-entrance-pass`. */
export function entrancePassAnswer(body: unknown): ScanAnswer<EntrancePass> {
  return readAnswer(entrancePassSchema, body);
}

function readAnswer<Found>(schema: z.ZodType<Found>, body: unknown): ScanAnswer<Found> {
  const answer = body as { success?: unknown; error?: unknown; data?: unknown } | null | undefined;
  if (answer?.success === true) {
    const found = schema.safeParse(answer.data ?? {});
    if (found.success) return { success: true, found: found.data };
  }
  return { success: false, error: typeof answer?.error === 'string' ? answer.error.trim() : '' };
}

/** @returns whether a pass had nothing to read: name, company and designation all empty (spec section 5). */
export function isEmptyPass(pass: EntrancePass): boolean {
  return !pass.name && !pass.company && !pass.designation;
}

/** Which fields a scan gives: those that were on the picture, and guesses that stand in for what was not. */
export interface ScannedFields<Field extends string> {
  found: Partial<Record<Field, string>>;
  defaults: Partial<Record<Field, string>>;
}

/**
 * What a business card puts into a form (spec section 5): a missing website becomes the company's own, missing WhatsApp
 * and WeChat the phone number.
 * @param companyWebsite of the brand configuration; empty means that there is none to give
 */
export function businessCardFields(
  card: BusinessCard,
  companyWebsite: string | undefined,
): ScannedFields<keyof BusinessCard> {
  const website = webLink(card.website) ?? card.website;
  return {
    found: filled({ ...card, website }),
    defaults: filled({
      ...(website ? {} : { website: companyWebsite ?? '' }),
      ...(card.whatsapp ? {} : { whatsapp: card.phone }),
      ...(card.wechat ? {} : { wechat: card.phone }),
    }),
  };
}

/** What an entrance pass puts into a form. */
export function entrancePassFields(pass: EntrancePass): ScannedFields<keyof EntrancePass> {
  return { found: filled(pass), defaults: {} };
}

/**
 * What a scan changes in a form: what was read replaces what stands there (it can be undone), a guess only fills what is
 * empty, and nothing that was typed is emptied.
 * @param values of the form; fields that it does not have are left out
 * @returns the new values of the fields that change
 */
export function scanChanges<Values extends Record<string, string>>(
  values: Values,
  { found, defaults }: ScannedFields<string>,
): Partial<Values> {
  const changes: Record<string, string> = {};
  for (const [field, current] of Object.entries(values)) {
    const value = found[field] ?? (current.trim() === '' ? defaults[field] : undefined);
    if (value !== undefined && value !== current) changes[field] = value;
  }
  return changes as Partial<Values>;
}

function filled<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>;
}
