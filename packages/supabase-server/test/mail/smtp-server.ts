import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  recipients: string[];
  mail: Email;
}

/** A real SMTP server on a free port that keeps what it is given. */
export interface MailSink {
  port: number;
  /** Oldest first. */
  received: ReceivedMail[];
  /** Recipients that were asked for, taken or not. */
  attempts: string[];
  close(): Promise<void>;
}

/** The account that the server knows, as in a URL. */
export const SMTP_ACCOUNT = 'fair:p%40ss';

/**
 * Takes mails from the account above. Mailboxes whose name begins with "refused" are refused, those
 * that begin with "busy" are put off once.
 */
export async function startMailSink(): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'fair' && password === 'p@ss') done(null, { user: 'fair' });
      else done(new Error('wrong account'));
    },
    onRcptTo({ address }, _session, done) {
      attempts.push(address);
      if (address.startsWith('refused')) done(new Error('no such mailbox'));
      else if (address.startsWith('busy') && attempts.filter((one) => one === address).length === 1) {
        done(Object.assign(new Error('try again later'), { responseCode: 450 }));
      } else done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            recipients: envelope.rcptTo.map(({ address }) => address),
            mail,
          });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    attempts,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
