import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts';
import { ENGLISH } from '../../src/templates/english.ts';
import { renderMail } from '../../src/templates/render-mail.ts';
import { type MailSink, SMTP_ACCOUNT, startMailSink } from './smtp-server.ts';

let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.close());
beforeEach(() => {
  sink.received.length = 0;
});

const mailer = (account = SMTP_ACCOUNT) =>
  createSmtpMailer({
    retryDelaysMs: [1, 1],
    url: `smtp://${account}@127.0.0.1:${sink.port}`,
    from: 'The Fair <hello@fair.example>',
  });

describe('the SMTP mailer', () => {
  it('delivers text and HTML, in any script', async () => {
    const mail = renderMail({
      kind: 'confirmation',
      to: 'lin@fair.example',
      templates: ENGLISH,
      app: '译员',
      link: 'https://fair.example/auth/v1/verify?token=abc&type=signup',
      code: '123456',
    });
    await mailer().send(mail);
    expect(sink.received).toHaveLength(1);
    expect(sink.received[0]).toMatchObject({
      from: 'hello@fair.example',
      recipients: ['lin@fair.example'],
      mail: {
        from: { name: 'The Fair', address: 'hello@fair.example' },
        to: [{ address: 'lin@fair.example' }],
        subject: 'Confirm your e-mail address for 译员',
      },
    });
    expect(sink.received[0]?.mail.text?.trim()).toBe(mail.text);
    expect(sink.received[0]?.mail.html?.trim()).toBe(mail.html.trim());
  });

  it('lets no value add a header or a recipient', async () => {
    await mailer()
      .send({
        to: 'lin@fair.example\r\nBcc: thief@evil.example',
        subject: 'Hello\r\nBcc: thief@evil.example\r\n\r\nbody',
        text: 'text',
        html: '<p>text</p>',
      })
      .catch(() => undefined);
    await mailer().send({
      to: 'lin@fair.example',
      subject: 'a\r\nBcc: thief@evil.example',
      text: 't',
      html: 'h',
    });
    const all = sink.received.flatMap(({ recipients }) => recipients);
    expect(all).toContain('lin@fair.example');
    expect(all).not.toContain('thief@evil.example');
    for (const { mail } of sink.received) {
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    }
    expect(sink.received.at(-1)?.mail.subject).toBe('a Bcc: thief@evil.example');
  });

  it('takes an address with a comma as no list', async () => {
    const sent = mailer().send({
      to: 'lin@fair.example, thief@evil.example',
      subject: 's',
      text: 't',
      html: 'h',
    });
    await sent.catch(() => undefined);
    expect(sink.received.flatMap(({ recipients }) => recipients)).not.toContain('thief@evil.example');
  });

  it('fails when the server refuses the mailbox, the account, or is not there', async () => {
    const mail = { to: 'refused@fair.example', subject: 's', text: 't', html: 'h' };
    await expect(mailer().send(mail)).rejects.toThrow();
    await expect(mailer('fair:wrong').send({ ...mail, to: 'a@fair.example' })).rejects.toThrow();
    const nobody = createSmtpMailer({
      url: 'smtp://127.0.0.1:1',
      from: 'a@fair.example',
      retryDelaysMs: [1],
    });
    await expect(nobody.send({ ...mail, to: 'a@fair.example' })).rejects.toThrow();
    expect(sink.received).toEqual([]);
  });

  it('tries again what was put off, and not what was refused', async () => {
    const mail = { subject: 's', text: 't', html: 'h' };
    await mailer().send({ ...mail, to: 'busy@fair.example' });
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['busy@fair.example']]);
    await expect(mailer().send({ ...mail, to: 'refused-once@fair.example' })).rejects.toThrow();
    expect(sink.attempts.filter((address) => address.startsWith('busy'))).toHaveLength(2);
    expect(sink.attempts.filter((address) => address === 'refused-once@fair.example')).toHaveLength(1);
  });
});
