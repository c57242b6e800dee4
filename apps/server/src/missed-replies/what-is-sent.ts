import type { Config } from '../config/config.ts';

/**
 * @returns the operator's contact that push services ask for (RFC 8292, section 2.1); null where
 * browsers take no pushes, because the product is not reached over HTTPS
 */
export function pushSubject({
  publicUrl,
  securityContact,
}: Pick<Config, 'publicUrl' | 'securityContact'>): string | null {
  if (!publicUrl?.startsWith('https://')) return null;
  return securityContact && /^(mailto|https):/.test(securityContact) ? securityContact : publicUrl;
}

/** @returns whether there is a mail server, and an address for the links of mails */
export function sendsMissedReplyMails({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): boolean {
  return mail.smtpUrl !== null && publicUrl !== null;
}
