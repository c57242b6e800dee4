import { z } from 'zod';
import { isHttpUrl } from './cards/contact-card.ts';
import { EMAIL_ADDRESS } from './email-address.ts';
import { LANGUAGES } from './languages.ts';
import { characterCount, emptyToNull } from './text.ts';

// Forms of specification 5.3. The texts are the caller's, so that each language has its own: a
// schema is made from messages.

/**
 * Longest value of each kind of field, in characters (code points). The table's checks have the
 * same numbers.
 */
export const PROFILE_FIELD_LIMITS = { title: 200, contact: 100, email: 320, link: 500 } as const;

/** Shortest name of a person or a company, in characters (specification 5.3). */
export const NAME_MIN_LENGTH = 2;

export interface ProfileFormMessages {
  /** English: 'Name must be at least 2 characters'. */
  nameTooShort: string;
  /** English: 'Invalid email address'. */
  emailInvalid: string;
  /** English: 'Please enter a valid URL'. */
  websiteInvalid: string;
  /** A value longer than its field allows; the specification has no text for it. */
  tooLong: string;
}

export interface VisitorDetailsMessages extends Omit<ProfileFormMessages, 'emailInvalid'> {
  /** English: 'Company name must be at least 2 characters'. */
  companyTooShort: string;
}

/**
 * Schema of the profile form: vendor setup and Profile Settings. Every value is a string, empty
 * when not given.
 * @param guest has no address (docs/adr/0025), and need not invent one to change their name
 */
export function profileFormSchema(messages: ProfileFormMessages, guest = false) {
  const address = z.email({ pattern: EMAIL_ADDRESS, error: messages.emailInvalid });
  return z.object({
    name: requiredText(messages.nameTooShort, messages.tooLong),
    email: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.email).pipe(
      guest ? z.union([z.literal(''), address], { error: messages.emailInvalid }) : address,
    ),
    company: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.title),
    phone: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
    website: website(messages),
    designation: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.title),
    linkedin: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.link),
    whatsapp: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
    wechat: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
    language: z.enum(LANGUAGES),
  });
}

export type ProfileForm = z.infer<ReturnType<typeof profileFormSchema>>;

/** Schema of the visitor's details, the last step of the onboarding wizard. */
export function visitorDetailsSchema(messages: VisitorDetailsMessages) {
  return z.object({
    name: requiredText(messages.nameTooShort, messages.tooLong),
    company: requiredText(messages.companyTooShort, messages.tooLong),
    phone: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
    website: website(messages),
    designation: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.title),
    linkedin: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.link),
    whatsapp: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
    wechat: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.contact),
  });
}

export type VisitorDetails = z.infer<ReturnType<typeof visitorDetailsSchema>>;

/** Schema of a guest's form (docs/adr/0025): a name, and optionally a company. */
export function guestFormSchema(messages: Pick<ProfileFormMessages, 'nameTooShort' | 'tooLong'>) {
  return z.object({
    name: requiredText(messages.nameTooShort, messages.tooLong),
    company: shortText(messages.tooLong, PROFILE_FIELD_LIMITS.title),
  });
}

export type GuestDetails = z.infer<ReturnType<typeof guestFormSchema>>;

/**
 * A form's values as the profiles table takes them: empty optional values are null
 * (specification 3.1).
 */
export type ProfileColumns<Form extends { name: string }> = {
  [Field in keyof Form]: Field extends 'name' | 'language' ? Form[Field] : string | null;
};

/**
 * @returns the columns to write for a valid form. Name and language are never null; everything else
 * may be.
 */
export function profileColumns<Form extends ProfileForm | VisitorDetails | GuestDetails>(
  form: Form,
): ProfileColumns<Form> {
  const entries = Object.entries(form).map(([field, value]) => [
    field,
    field === 'name' || field === 'language' ? value : emptyToNull(value),
  ]);
  return Object.fromEntries(entries) as ProfileColumns<Form>;
}

function shortText(tooLong: string, limit: number) {
  return z
    .string()
    .trim()
    .refine((text) => characterCount(text) <= limit, { error: tooLong });
}

function requiredText(tooShort: string, tooLong: string) {
  return shortText(tooLong, PROFILE_FIELD_LIMITS.title).refine(
    (text) => visibleLength(text) >= NAME_MIN_LENGTH,
    { error: tooShort },
  );
}

/** Counts visible characters only: a name of zero-width characters looks empty. */
function visibleLength(text: string): number {
  return characterCount(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ''));
}

function website(messages: Pick<ProfileFormMessages, 'websiteInvalid' | 'tooLong'>) {
  return shortText(messages.tooLong, PROFILE_FIELD_LIMITS.link).refine(
    (text) => text === '' || isHttpUrl(text),
    {
      error: messages.websiteInvalid,
    },
  );
}
