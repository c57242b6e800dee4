import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The help for a typed phone number. It is saved as typed in any case. */
export type PhoneHelp =
  | { kind: 'recognised'; number: string; country: string | undefined }
  | { kind: 'country-missing' }
  | { kind: 'unlikely' };

/** A number without its country, however it is grouped; fewer digits are an extension or a slip. */
const LOCAL_NUMBER = /^[^\p{Nd}\p{L}]*(?:\p{Nd}[^\p{Nd}\p{L}]*){6,}$/u;

/**
 * Load it lazily: it brings the numbering plans of all countries.
 * @returns null for an empty text; `country` is an ISO 3166 code
 */
export function phoneHelp(text: string): PhoneHelp | null {
  const typed = text.trim();
  if (!typed) return null;
  // 00 is how most of the world dials abroad, and what many people write.
  const parsed = parsePhoneNumberFromString(typed.replace(/^00(?=[1-9])/, '+'));
  if (parsed?.isPossible()) {
    return { kind: 'recognised', number: parsed.formatInternational(), country: parsed.country };
  }
  const international = /^(?:\+|00)/.test(typed);
  return { kind: !international && LOCAL_NUMBER.test(typed) ? 'country-missing' : 'unlikely' };
}
