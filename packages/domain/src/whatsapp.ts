import { type ContactCard, dialable } from './cards/contact-card.ts';

/**
 * Chat link built from the digits and plus sign of the whatsapp value, else of the phone
 * (specification 7.9).
 * @param greeting text that WhatsApp puts into its composer; the caller words it, in the user's
 * language.
 * @returns a `https://wa.me/` link, or null when neither value has a digit.
 */
export function whatsAppLink(
  contact: Pick<ContactCard, 'whatsapp' | 'phone'>,
  greeting?: string,
): string | null {
  const number = dialable(contact.whatsapp) ?? dialable(contact.phone);
  if (!number) return null;
  const query = greeting ? `?text=${encodeURIComponent(greeting)}` : '';
  return `https://wa.me/${number}${query}`;
}
