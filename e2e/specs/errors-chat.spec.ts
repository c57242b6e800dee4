import { whileClosed } from '../fixtures/closed-table.ts';
import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, expectMessages } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The error catalogue (specification 8.8), each row by a real fault: sending and choosing a
// language. An engine that fails is in resilience.spec.ts.

test('what the server refuses in a chat is said, and can be repeated @long', async ({
  people,
  server,
  openPage,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, await people.visitor(SIYUAN));
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  const words = SAID.en.greeting.text;

  await test.step('sending', async () => {
    await whileClosed(server, 'messages', async () => {
      await composer(page).fill(words);
      await composer(page).press('Enter');
      await expectToast(page, 'Error', 'Failed to send message. Please try again.');
      await expect(composer(page)).toHaveValue(words);
      await expect(bubbles(page)).toHaveCount(0);
    });
    await composer(page).press('Enter');
    await expectMessages(page, [words]);
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).map(({ content }) => content))
      .toEqual([words]);
  });

  await test.step('language', async () => {
    await page.getByRole('button', { name: 'Change Language' }).click();
    const arabic = page.getByRole('dialog').getByRole('radio', { name: 'العربية' });
    await whileClosed(server, 'profiles', async () => {
      await arabic.click({ force: true });
      await expectToast(page, 'Error', 'Failed to update language. Please try again.');
      await expect(page.getByRole('dialog').getByRole('radio', { name: 'English' })).toBeChecked();
    });
    await arabic.click({ force: true });
    await expectToast(page, 'Language Updated', 'Your language preference has been updated.');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
