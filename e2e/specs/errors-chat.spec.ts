import { whileClosed } from '../fixtures/closed-table.ts';
import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, expectMessages } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The error catalogue (specification 8.8), by a real fault: sending. An engine that fails is in
// resilience.spec.ts, a language that is not saved in language-dialog.component.test.tsx of the web app.

test('a message that the server refuses is said to be, and can be sent again @long', async ({
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
