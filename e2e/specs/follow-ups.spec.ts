import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { test as base, expect, productSettings } from '../fixtures/test.ts';

// A mail to a booth's lead (docs/adr/0088), with an assistant and a mail server.

const test = base.extend<{ sink: MailSink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern.
  sink: async ({}, use) => {
    const sink = await startMailSink();
    await use(sink);
    await sink.close();
  },
  server: async ({ engine, assistant, sink }, use) => {
    const server = await startProductServer(
      {
        ...productSettings(engine),
        ASSISTANT_OPENAI_URL: assistant.url,
        ASSISTANT_OPENAI_MODEL: 'told',
        SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
        MAIL_FROM: 'The Fair <hello@fair.example>',
        AUTH_EMAIL_CONFIRM: 'false',
        MISSED_REPLIES_SECONDS: '1',
      },
      (origin) => ({ PUBLIC_URL: origin }),
    );
    await use(server);
    await server.dispose();
  },
});

test('a mail is drafted, approved and sent, and its reader ends the booth’s mails @long', async ({
  people,
  openPage,
  assistant,
  sink,
}) => {
  assistant.reset();
  assistant.pieces = ['Subject: 灯具报价\n\n', '陈先生您好：\n感谢您的来访。'];
  const nora = await people.vendor();
  const siyuan = await people.visitor({ ...SIYUAN, language: 'zh' });
  await people.sendMessage(siyuan, await people.meet(nora, siyuan), { content: '五千件的单价是多少？' });

  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: nora });
  await page.goto('/vendor-dashboard/leads');
  await page.getByRole('link', { name: 'Follow-up mails' }).click();
  await page.getByRole('button', { name: 'Draft 1 mail' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('灯具报价');
  await page.getByRole('checkbox', { name: 'Approve the mail to' }).check();
  await page.getByRole('button', { name: 'Send 1 approved mail' }).click();
  await expect(page.getByText('Mailed on')).toBeVisible({ timeout: 15_000 });
  expect(sink.received.map(({ recipients }) => recipients)).toEqual([[siyuan.email]]);
  const mail = sink.received[0]?.mail;
  expect(mail?.subject).toBe('灯具报价');
  expect(mail?.text).toContain('感谢您的来访。');
  expect(mail?.from).toEqual({ name: 'Nora Whitfield', address: 'hello@fair.example' });
  expect(mail?.replyTo).toEqual([{ name: 'Nora Whitfield', address: nora.email }]);

  // The reader's own browser; their mail program would post by itself.
  const theirs = await openPage(PHONE);
  await theirs.goto(/https?:\S+$/m.exec(mail?.text ?? '')?.[0] ?? '');
  await theirs.getByRole('button', { name: '停止发送' }).click();
  await expect(theirs.getByRole('heading')).toHaveText('您将不再收到该展位的跟进邮件。');
  await page.reload();
  await expect(page.getByText('Wants no more mails of your booth.')).toBeVisible();
});
