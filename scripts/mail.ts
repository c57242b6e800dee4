import { listOutbox } from '@dragoman/supabase-server/mail/outbox';
import { listSmsOutbox } from '@dragoman/supabase-server/sms/outbox';
import { serverConfig } from './lib/server-config.ts';

/**
 * Lists the mails and the messages to phones that were kept in the data directory instead of being
 * sent, newest first.
 */
const SHOWN = 20;

const { dataDir, mail, sms } = serverConfig();
if (mail.smtpUrl !== null) console.log('SMTP_URL is set: new mails are sent, not kept here.\n');
if (sms.twilio !== null) console.log('TWILIO_ACCOUNT_SID is set: new SMS are sent, not kept here.\n');
const mails = await listOutbox(dataDir, SHOWN);
const messages = await listSmsOutbox(dataDir, SHOWN);
const kept = [
  ...mails.map(({ sentAt, to, subject, text }) => ({ sentAt, to, text: `${subject}\n\n${text}` })),
  ...messages.map(({ sentAt, to, channel, text }) => ({
    sentAt,
    to: `+${to} (${channel === 'sms' ? 'SMS' : 'WhatsApp'})`,
    text,
  })),
];
if (kept.length === 0) console.log(`No mails or SMS in ${dataDir}.`);
const newest = kept.sort((a, b) => b.sentAt.localeCompare(a.sentAt)).slice(0, SHOWN);
for (const { sentAt, to, text } of newest) {
  console.log(`── ${new Date(sentAt).toLocaleString()} · ${to}\n${text}\n`);
}
