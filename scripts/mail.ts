import { type Config, ConfigError, loadConfig } from '../apps/server/src/config/config.ts';
import { listOutbox } from '../apps/server/src/mail/outbox.ts';
import { listSmsOutbox } from '../apps/server/src/sms/outbox.ts';

/** Lists the mails and the messages to phones that were kept in the data directory instead of being sent, newest first. */
const SHOWN = 20;

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}

const { dataDir, mail, sms } = readConfig();
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
