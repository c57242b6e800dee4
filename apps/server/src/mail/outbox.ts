import path from 'node:path';
import { z } from 'zod';
import { openOutboxFolder } from '../util/outbox-folder.ts';
import type { Mail, Mailer } from './mailer.ts';

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});

export interface KeptMail extends Mail {
  /** ISO 8601. */
  sentAt: string;
}

function folderOf(dataDir: string): string {
  return path.join(dataDir, 'mails');
}

/** Keeps mails as JSON files instead of sending them. */
export function createOutboxMailer(dataDir: string): Mailer {
  const folder = openOutboxFolder<Mail>(folderOf(dataDir), mailSchema);
  return { send: (mail) => folder.keep(mail) };
}

/** The kept mails, newest first; none when there is no folder yet. */
export function listOutbox(dataDir: string, limit?: number): Promise<KeptMail[]> {
  return openOutboxFolder<Mail>(folderOf(dataDir), mailSchema).list(limit);
}
