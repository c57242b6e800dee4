import { z } from 'zod';

const ADDRESS = /^[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+$/u;
const URI = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/;

/** The contact for security reports: a mail address, or a URI as RFC 9116 (2.5.3) takes it. */
const contact = z
  .string()
  .transform((value) => (ADDRESS.test(value) && !value.includes(':') ? mailTo(value) : value))
  .refine((value) => URI.test(value) && (!value.startsWith('https:') || URL.canParse(value)), {
    message: 'must be an e-mail address, or a mailto:, https: or tel: URI',
  })
  .nullable()
  .default(null);

export const securityContactVariables = { SECURITY_CONTACT: contact };

/**
 * @param sender MAIL_FROM as the operator gave it; its address is the default contact
 * @returns a URI; null without a contact
 */
export function securityContact(given: string | null, sender: string | undefined): string | null {
  if (given !== null || sender === undefined) return given;
  const address = /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  return mailTo(address);
}

function mailTo(address: string): string {
  return `mailto:${encodeURI(address)}`;
}
