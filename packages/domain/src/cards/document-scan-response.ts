import { z } from 'zod';

// Answers of the functions that read pictures (specification 7.6, 7.10).
// Apart from the rules for forms: those are needed on every page, and what checks answers is large.

/**
 * A field that the machine did not find is an empty string (specification 5.5), however the answer
 * says so.
 */
const foundText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '');

/** Names of fields that were read and should be looked at; a provider need not say any. */
const uncertainFields = z.array(z.string()).catch([]);

/** Values that a document has in two scripts: in the person's own, and in Latin letters. */
const otherForms = z
  .object({
    nativeName: foundText,
    latinName: foundText,
    nativeCompany: foundText,
    latinCompany: foundText,
    nativeDesignation: foundText,
    latinDesignation: foundText,
  })
  .partial()
  .catch({});

const businessCardSchema = z.object({
  name: foundText,
  company: foundText,
  designation: foundText,
  email: foundText,
  phone: foundText,
  website: foundText,
  whatsapp: foundText,
  wechat: foundText,
  /** The opaque id in a badge's code. */
  badge: foundText,
});

const entrancePassSchema = z.object({ name: foundText, company: foundText, designation: foundText });

/** Metadata of the fields: which ones are uncertain, and other forms of the same text. */
const extrasSchema = z.object({ uncertain: uncertainFields, alternatives: otherForms });

export type ScanExtras = z.output<typeof extrasSchema>;

type BusinessCardFields = z.output<typeof businessCardSchema>;
export type EntrancePassFields = z.output<typeof entrancePassSchema>;

/** The fields read from a business card; empty strings for absent ones. */
export type BusinessCard = BusinessCardFields & ScanExtras;

/** The fields read from an entrance pass; empty strings for absent ones. */
export type EntrancePass = EntrancePassFields & ScanExtras;

export type BusinessCardField = keyof BusinessCardFields;
export type EntrancePassField = keyof EntrancePassFields;

/** A function's answer: the found fields, or the reason for none (empty when it gave none). */
export type ScanAnswer<Found> = { success: true; found: Found } | { success: false; error: string };

/**
 * Reads an answer of `process-business-card`; successful only with a success flag
 * (specification 5.5).
 */
export function businessCardAnswer(body: unknown): ScanAnswer<BusinessCard> {
  return readAnswer(businessCardSchema, body);
}

/** Reads an answer of `process-entrance-pass`. */
export function entrancePassAnswer(body: unknown): ScanAnswer<EntrancePass> {
  return readAnswer(entrancePassSchema, body);
}

/** Reads an answer of `read-picture` (specification 7.10). */
export function pictureTextAnswer(body: unknown): ScanAnswer<{ text: string }> {
  return readAnswer(z.object({ text: foundText }), body);
}

function readAnswer<Fields>(schema: z.ZodType<Fields>, body: unknown): ScanAnswer<Fields & ScanExtras> {
  const answer = body as Record<string, unknown> | null | undefined;
  if (answer?.success === true) {
    const data = answer.data ?? {};
    const fields = schema.safeParse(data);
    // Beside the fields, or beside `data`: custom providers do either.
    const { uncertain, alternatives } = { ...answer, ...(data as Record<string, unknown>) };
    const extras = extrasSchema.parse({ uncertain, alternatives });
    if (fields.success) return { success: true, found: { ...fields.data, ...extras } };
  }
  return { success: false, error: typeof answer?.error === 'string' ? answer.error.trim() : '' };
}
