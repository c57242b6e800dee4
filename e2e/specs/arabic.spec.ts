import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, expectTranslated, send } from '../pages/chat-page.ts';

test('an Arabic visitor and an English vendor read each other, every text in its own direction', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  const booth = await openPage(DESKTOP, { as: vendor });
  const phone = await openPage(PHONE, { as: visitor });
  for (const page of [booth, phone]) {
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
  }

  await send(phone, SAID.ar.question.text, 'tap');
  await expectTranslated(booth, SAID.ar.question.text, SAID.ar.question.en);
  await send(booth, SAID.en.answer.text);
  await expectTranslated(phone, SAID.en.answer.text, SAID.en.answer.ar);

  for (const page of [booth, phone]) {
    await expectDirection(page, SAID.ar.question.text, SAID.ar.question.text, 'rtl');
    await expectDirection(page, SAID.ar.question.text, SAID.ar.question.en, 'ltr');
    await expectDirection(page, SAID.en.answer.text, SAID.en.answer.text, 'ltr');
    await expectDirection(page, SAID.en.answer.text, SAID.en.answer.ar, 'rtl');
  }
});

/** Checks the direction in which the browser lays out one of a bubble's texts. */
async function expectDirection(
  page: Page,
  message: string,
  text: string,
  direction: 'ltr' | 'rtl',
): Promise<void> {
  const part: Locator = bubble(page, message).getByText(text, { exact: true });
  await expect(part).toHaveCSS('direction', direction);
}
