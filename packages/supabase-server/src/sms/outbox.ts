import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { type OutboxFolder, openOutboxFolder } from '../util/outbox-folder.ts';
import { SMS_CHANNELS, type SmsMessage, type SmsSender } from './sms-sender.ts';

const messageSchema = z.object({
  id: z.uuid(),
  to: z.string(),
  channel: z.enum(SMS_CHANNELS),
  text: z.string(),
  sentAt: z.iso.datetime(),
});

interface StoredSms extends Omit<SmsMessage, 'code'> {
  id: string;
}

export interface OutboxSms extends StoredSms {
  /** ISO 8601. */
  sentAt: string;
}

/** @returns the folder in which messages are kept, which need not exist yet */
export function openSmsFolder(dataDir: string): OutboxFolder<StoredSms> {
  return openOutboxFolder<StoredSms>(path.join(dataDir, 'sms'), messageSchema);
}

/** Keeps messages as JSON files instead of sending them. */
export function createOutboxSmsSender(dataDir: string): SmsSender {
  const folder = openSmsFolder(dataDir);
  return {
    provider: 'outbox',
    async send({ to, channel, text }) {
      const id = randomUUID();
      await folder.keep({ id, to, channel, text });
      return id;
    },
  };
}

/** The kept messages, newest first; none when there is no folder yet. */
export function listSmsOutbox(dataDir: string, limit?: number): Promise<OutboxSms[]> {
  return openSmsFolder(dataDir).list(limit);
}
