import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, pressShortcut } from '../pages/chat-page.ts';

// The assistant of a chat, over a model that streams, breaks off and waits as it is told.

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

test('a chat is summed up, a reply goes into the composer and no further, and a fact leads to its message @long', async ({
  people,
  openPage,
  assistant,
}) => {
  assistant.reset();
  const nora = await people.vendor();
  const siyuan = await people.visitor({ ...SIYUAN, language: 'zh' });
  const sessionId = await people.meet(nora, siyuan);
  await people.sendMessage(siyuan, sessionId, { content: '五千件的单价是多少？' });
  await people.sendMessage(nora, sessionId, { content: 'USD 4.20 per piece for 5,000 pieces.' });
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: nora });
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  const tab = (name: string) => panel.getByRole('tab', { name });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect(bubbles(page)).toHaveCount(2);
  await pressShortcut(page, 'Assistant');

  await test.step('the summary breaks off, stays, and is written again', async () => {
    await expect(panel.getByText('A machine writes here')).toBeVisible();
    assistant.pieces = ['## Agreed\n', '- 5,000 pieces', ' at USD 4.20'];
    assistant.breaksAfter = 2;
    await panel.getByRole('button', { name: 'Sum up the chat' }).click();
    await expect(panel.getByRole('alert')).toContainText('The assistant broke off.');
    await expect(panel.getByText('5,000 pieces', { exact: true })).toBeVisible();
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    assistant.breaksAfter = null;
    const goOn = assistant.hold();
    await panel.getByRole('button', { name: 'Write again' }).click();
    await expect(panel.getByText('Writing…')).toBeVisible();
    goOn();
    await expect(panel.getByText('5,000 pieces at USD 4.20', { exact: true })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    expect(assistant.asked.at(-1)).toContain('五千件的单价是多少？');
  });

  await test.step('one is stopped, and what has come stays', async () => {
    await tab('E-mail').click();
    assistant.pieces = ['Subject: 灯具报价\n\n', '陈先生您好：', '\n感谢您的来访。'];
    const goOn = assistant.hold();
    await panel.getByRole('button', { name: 'Write the e-mail' }).click();
    await expect(panel.getByText('灯具报价')).toBeVisible();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(panel.getByText('Stopped. What has come stays here.')).toBeVisible();
    goOn();
    await panel.getByRole('button', { name: 'Write again' }).click();
    const mail = panel.getByRole('link', { name: 'Open in mail program' });
    const subject = encodeURIComponent('灯具报价');
    await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:.*@.*\\?subject=${subject}&body=`));
  });

  await test.step('a suggested reply is appended to the text in the composer, and is not sent', async () => {
    assistant.pieces = [
      '1. We can hold this price for 30 days.\n',
      '2. Shall I send a sample?\n',
      '3. Thank you.',
    ];
    await tab('Replies').click();
    await panel.getByRole('button', { name: 'Suggest replies' }).click();
    const replies = panel.getByRole('list', { name: 'Suggested replies' }).getByRole('button');
    await expect(replies).toHaveCount(3);
    await replies.nth(1).click();
    await expect(panel).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Shall I send a sample?');
    await expect(composer(page)).toBeFocused();
    await expect(bubbles(page)).toHaveCount(2);
    expect(await people.messages(nora, sessionId)).toHaveLength(2);
  });

  await test.step('what was written is still there, and a fact leads to its message', async () => {
    await pressShortcut(page, 'Assistant');
    await expect(tab('Summary')).toBeVisible();
    await tab('Summary').click();
    await expect(panel.getByText('5,000 pieces at USD 4.20', { exact: true })).toBeVisible();
    await tab('Key facts').click();
    const fact = panel.getByRole('button', { name: /^5,000 pieces/ });
    await expect(fact).toContainText('2 messages');
    await fact.click();
    await expect(bubbles(page).filter({ hasText: 'USD 4.20 per piece' })).toBeFocused();
  });
});
