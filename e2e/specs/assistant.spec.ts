import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, pressShortcut } from '../pages/chat-page.ts';

// The assistant of a chat, over a model that streams. What the panel makes of an answer that breaks off or is stopped is tested in
// apps/web/src/features/chat/assistant.

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
  const page = await openPage(PHONE, { as: nora });
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  const tab = (name: string) => panel.getByRole('tab', { name });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect(bubbles(page)).toHaveCount(2);
  await pressShortcut(page, 'Assistant');

  await test.step('the summary is written out of the chat', async () => {
    assistant.pieces = ['## Agreed\n', '- 5,000 pieces', ' at USD 4.20'];
    await panel.getByRole('button', { name: 'Sum up the chat' }).click();
    await expect(panel.getByText('5,000 pieces at USD 4.20', { exact: true })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    expect(assistant.asked.at(-1)).toContain('五千件的单价是多少？');
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

  await test.step('a fact leads to its message', async () => {
    await pressShortcut(page, 'Assistant');
    await tab('Key facts').click();
    await panel.getByRole('button', { name: /^5,000 pieces/ }).click();
    await expect(bubbles(page).filter({ hasText: 'USD 4.20 per piece' })).toBeFocused();
  });
});
