import type { ServerConfig } from '../config/server-config.ts';
import { createOutboxSmsSender } from './outbox.ts';
import type { SmsSender } from './sms-sender.ts';
import { createTwilioSmsSender } from './twilio.ts';

/**
 * Sends through Twilio when there is an account; without one, messages are kept in a folder of the
 * data directory.
 */
export function createSmsSender({ sms, dataDir }: Pick<ServerConfig, 'sms' | 'dataDir'>): SmsSender {
  if (sms.twilio === null) return createOutboxSmsSender(dataDir);
  return createTwilioSmsSender({ ...sms.twilio, timeoutMs: sms.timeoutMs });
}
