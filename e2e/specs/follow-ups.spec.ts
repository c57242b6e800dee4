import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { test as base, expect, productSettings } from '../fixtures/test.ts';
import { expectToast } from '../pages/toasts.ts';

// Mails to a booth's leads (docs/adr/0089), with an assistant and a mail server.

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

test('mails are drafted, changed, approved and sent; a person who unsubscribes is left out @long', async ({
  people,
  openPage,
  assistant,
  sink,
}) => {
  assistant.reset();
  assistant.pieces = ['Subject: 灯具报价\n\n', '陈先生您好：\n感谢您的来访。'];
  const nora = await people.vendor();
  const siyuan = await people.visitor({ ...SIYUAN, language: 'zh' });
  const salma = await people.visitor(SALMA);
  const guest = await people.visitor({ ...SALMA, name: 'Zoe' });
  await people.sendMessage(siyuan, await people.meet(nora, siyuan), { content: '五千件的单价是多少？' });
  for (const person of [salma, guest]) await people.meet(nora, person);
  await guest.client
    .from('profiles')
    .update({ email: 'zoe@elsewhere.example' })
    .eq('id', guest.profileId)
    .throwOnError();

  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: nora });
  await page.goto('/vendor-dashboard/leads');
  await page.getByRole('link', { name: 'Follow-up mails' }).click();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Zoe').getByText('The address is not confirmed.')).toBeVisible();
  await expect(row('Zoe').getByRole('link', { name: 'Open in mail program' })).toBeVisible();

  await page.getByRole('button', { name: 'Draft 2 mails' }).click();
  await expect(row(SIYUAN.name).getByLabel('Subject')).toHaveValue('灯具报价');
  await expect(row(SALMA.name).getByText('This is the template.')).toBeVisible();
  await expect(row(SALMA.name).getByLabel('Text')).toHaveValue(/Nora Whitfield\nHarbour Lighting/);
  await row(SIYUAN.name).getByLabel('Subject').fill('灯具报价 5,000');
  const approve = (name: string) => row(name).getByRole('checkbox', { name: 'Approve the mail to' });
  await approve(SIYUAN.name).check();
  await expect(page.getByRole('button', { name: 'Send 1 approved mail' })).toBeVisible();
  // A change withdraws the approval.
  await row(SIYUAN.name).getByLabel('Text').fill('陈先生您好：\n单价是 4.20 美元。');
  await expect(approve(SIYUAN.name)).not.toBeChecked();
  await approve(SIYUAN.name).check();
  // Drafts come back after a reload, each as it was.
  await page.reload();
  await expect(row(SIYUAN.name).getByLabel('Text')).toHaveValue('陈先生您好：\n单价是 4.20 美元。');
  await expect(approve(SIYUAN.name)).toBeChecked();
  await expect(row(SALMA.name).getByText('This is the template.')).toBeVisible();
  await expect(approve(SALMA.name)).not.toBeChecked();
  expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Send 1 approved mail' }).click();
  await expectToast(page, '1 mail is being sent');
  await expect(row(SIYUAN.name).getByText('Mailed on')).toBeVisible({ timeout: 15_000 });
  expect(sink.received.map(({ recipients }) => recipients)).toEqual([[siyuan.email]]);
  const mail = sink.received[0]?.mail;
  expect(mail?.subject).toBe('灯具报价 5,000');
  expect(mail?.text).toContain('单价是 4.20 美元。');
  expect(mail?.from).toEqual({ name: 'Nora Whitfield', address: 'hello@fair.example' });
  expect(mail?.replyTo).toEqual([{ name: 'Nora Whitfield', address: nora.email }]);

  // The reader's own browser; their mail program would post by itself.
  const theirs = await openPage(PHONE);
  await theirs.goto(/https?:\S+$/m.exec(mail?.text ?? '')?.[0] ?? '');
  await theirs.getByRole('button', { name: '停止发送' }).click();
  await expect(theirs.getByRole('heading')).toHaveText('您将不再收到该展位的跟进邮件。');
  await page.reload();
  // What was sent, or skipped, does not come back.
  await expect(row(SIYUAN.name).getByLabel('Text')).toHaveCount(0);
  await expect(row(SALMA.name).getByLabel('Text')).toBeVisible();
  await expect(row(SIYUAN.name).getByText('Wants no more mails of your booth.')).toBeVisible();
  await expect(row(SIYUAN.name).getByRole('button', { name: 'Draft' })).toHaveCount(0);
});

test('a mail whose answer was lost is not sent again @long', async ({
  people,
  openPage,
  assistant,
  sink,
}) => {
  assistant.reset();
  const nora = await people.vendor();
  const [siyuan, salma] = [await people.visitor(SIYUAN), await people.visitor(SALMA)];
  for (const person of [siyuan, salma]) await people.meet(nora, person);
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: nora });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const approve = (name: string) => row(name).getByRole('checkbox', { name: 'Approve the mail to' });
  const loseAnswer = () =>
    page.route(
      '**/functions/v1/follow-ups',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await page.goto('/vendor-dashboard/leads/follow-ups');
  await page.getByRole('button', { name: 'Draft 2 mails' }).click();

  await test.step('the list says that it was taken', async () => {
    await approve(SIYUAN.name).check();
    await loseAnswer();
    await page.getByRole('button', { name: 'Send 1 approved mail' }).click();
    await expectToast(page, '1 mail is being sent');
    await expect(row(SIYUAN.name).getByText('Mailed on')).toBeVisible({ timeout: 15_000 });
    await expect(row(SIYUAN.name).getByLabel('Text')).toHaveCount(0);
  });

  await test.step('the list could not be read either: later the approval counts no more', async () => {
    await approve(SALMA.name).check();
    await page.route('**/rpc/follow_up_people*', (route) => route.abort());
    await loseAnswer();
    await page.getByRole('button', { name: 'Send 1 approved mail' }).click();
    await expectToast(page, 'Error', /^The mails were not sent/);
    await page.unroute('**/rpc/follow_up_people*');
    await page.reload();
    await expect(row(SALMA.name).getByText('Mailed on')).toBeVisible({ timeout: 15_000 });
    await expect(row(SALMA.name).getByLabel('Text')).toBeVisible();
    await expect(approve(SALMA.name)).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Send approved mails' })).toBeDisabled();
  });
  const recipients = sink.received.flatMap((mail) => mail.recipients);
  expect(recipients.toSorted()).toEqual([siyuan.email, salma.email].toSorted());
});
