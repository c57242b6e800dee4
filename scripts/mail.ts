import { type Config, ConfigError, loadConfig } from '../apps/server/src/config/config.ts';
import { listOutbox } from '../apps/server/src/mail/outbox.ts';

/** Lists the mails that were kept in the data directory since no SMTP_URL is set, newest first. */
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

const { dataDir, mail } = readConfig();
if (mail.smtpUrl !== null) console.log('SMTP_URL is set: new mails are sent, not kept here.\n');
const mails = await listOutbox(dataDir, SHOWN);
if (mails.length === 0) console.log(`No mails in ${dataDir}.`);
for (const { sentAt, to, subject, text } of mails) {
  console.log(`── ${new Date(sentAt).toLocaleString()} · ${to}\n${subject}\n\n${text}\n`);
}
