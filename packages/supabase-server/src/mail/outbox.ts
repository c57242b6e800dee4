import path from 'node:path';
import { z } from 'zod';
import { type OutboxFolder, openOutboxFolder } from '../util/outbox-folder.ts';
import type { Mail, Mailer } from './mail.ts';

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});

export interface OutboxMail extends Mail {
  /** ISO 8601. */
  sentAt: string;
}

/** @returns the folder in which mails are kept, which need not exist yet */
export function openMailFolder(dataDir: string): OutboxFolder<Mail> {
  return openOutboxFolder<Mail>(path.join(dataDir, 'mails'), mailSchema);
}

/** Keeps mails as JSON files instead of sending them. */
export function createOutboxMailer(dataDir: string): Mailer {
  const folder = openMailFolder(dataDir);
  return { send: (mail) => folder.keep(mail) };
}

/** The kept mails, newest first; none when there is no folder yet. */
export function listOutbox(dataDir: string, limit?: number): Promise<OutboxMail[]> {
  return openMailFolder(dataDir).list(limit);
}
