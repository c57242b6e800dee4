import type { Config } from '../config/config.ts';
import { createOutboxMailer } from './outbox.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** One mail to one address, as text and as HTML of the same words. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server (or the outbox folder) has taken the mail over. @throws when it has not. */
  send(mail: Mail): Promise<void>;
}

/** Sends through SMTP_URL; without it, mails are kept in a folder of the data directory. */
export function createMailer(config: Pick<Config, 'mail' | 'dataDir'>): Mailer {
  const { smtpUrl, from } = config.mail;
  return smtpUrl === null ? createOutboxMailer(config.dataDir) : createSmtpMailer({ url: smtpUrl, from });
}
