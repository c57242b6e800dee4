import { webLink } from './contact-card.ts';
import type {
  BusinessCard,
  BusinessCardField,
  EntrancePass,
  EntrancePassField,
  EntrancePassFields,
  ScanExtras,
} from './document-scan-response.ts';

export type {
  BusinessCard,
  BusinessCardField,
  EntrancePass,
  EntrancePassField,
} from './document-scan-response.ts';

// Cards and passes that a machine reads: the pictures, and the form values from the read fields
// (specification 5.4, 5.5).

/** An entrance pass must be smaller than this, in bytes (specification 5.4, 9.3: 5 MB). */
export const PASS_MAX_BYTES = 5 * 1024 * 1024;

/**
 * The function's messages about a pass in the words of specification 5.4; clients have them in
 * other languages.
 */
export const PASS_MESSAGES = {
  tooLarge: 'File size must be less than 5MB',
  noImage: 'Please upload an image file',
  nothingFound: 'No information could be extracted from the image',
} as const;

/** A problem with a picture of an entrance pass, found before it is read; null without one. */
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

/**
 * @returns whether a pass had nothing to read: name, company and designation all empty
 * (specification 5.4).
 */
export function isEmptyPass(pass: EntrancePassFields): boolean {
  return !pass.name && !pass.company && !pass.designation;
}

/** The fields of a scan: those read from the picture, and guesses for those that were not. */
export interface ScannedFields<Field extends string> {
  found: Partial<Record<Field, string>>;
  defaults: Partial<Record<Field, string>>;
  /** Fields of `found` of which the machine is not sure. */
  uncertain: Field[];
  /** Other forms of a field's value on the document, in the other script, say. */
  otherForms: Partial<Record<Field, string[]>>;
}

/**
 * The form fields that a business card fills (specification 5.5): a missing website becomes the
 * company's own, missing WhatsApp and WeChat the phone number.
 * @param companyWebsite of the brand configuration; empty when none is configured
 */
export function businessCardFields(
  { uncertain, alternatives, ...card }: BusinessCard,
  companyWebsite: string | undefined,
): ScannedFields<BusinessCardField> {
  const website = webLink(card.website) ?? card.website;
  return scannedFields(
    { ...card, website },
    { uncertain, alternatives },
    {
      ...(website ? {} : { website: companyWebsite ?? '' }),
      ...(card.whatsapp ? {} : { whatsapp: card.phone }),
      ...(card.wechat ? {} : { wechat: card.phone }),
    },
  );
}

/** The form values from an entrance pass. */
export function entrancePassFields({
  uncertain,
  alternatives,
  ...pass
}: EntrancePass): ScannedFields<EntrancePassField> {
  return scannedFields(pass, { uncertain, alternatives }, {});
}

function scannedFields<Field extends string>(
  fields: Record<Field, string>,
  { uncertain, alternatives }: ScanExtras,
  defaults: Partial<Record<Field, string>>,
): ScannedFields<Field> {
  const found = filled(fields);
  const forms: Record<string, (string | undefined)[]> = {
    name: [alternatives.nativeName, alternatives.latinName],
    company: [alternatives.nativeCompany, alternatives.latinCompany],
    designation: [alternatives.nativeDesignation, alternatives.latinDesignation],
  };
  const otherForms: Record<string, string[]> = {};
  for (const [field, texts] of Object.entries(forms)) {
    const others = texts.filter(
      (text) => text && field in found && text !== found[field as Field],
    ) as string[];
    if (others.length > 0) otherForms[field] = [...new Set(others)];
  }
  return {
    found,
    defaults: filled(defaults as Record<Field, string>),
    uncertain: uncertain.filter((field): field is Field => field in found),
    otherForms: otherForms as Partial<Record<Field, string[]>>,
  };
}

/**
 * The changes that a scan makes in a form. A value that was read replaces the present one (the user
 * can undo it), a guess only fills an empty field, and a typed value is never cleared.
 * @param values of the form; fields that it does not have are left out
 * @returns the new values of the fields that change
 */
export function scanChanges<Values extends Record<string, string>>(
  values: Values,
  { found, defaults }: Pick<ScannedFields<string>, 'found' | 'defaults'>,
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
