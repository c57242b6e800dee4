import type { Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { NORA, newEmail, PASSWORD, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { expectTranslated } from '../pages/chat-page.ts';
import { expectArrivalAt, pressOn, tabTo, typeInto } from '../pages/keyboard.ts';
import { expectHydrated } from '../pages/server-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The main journey without a pointer. Everything is found by its role and the name that a screen
// reader speaks, reached by Tab alone, and shows its focus. The drawer and
// the toasts have component tests.

test('a vendor signs up, opens a code and chats by keyboard alone @long', async ({
  openPage,
  people,
  server,
}) => {
  test.slow();
  const page = await openPage(DESKTOP);
  await page.goto('/');
  await expectHydrated(page);
  await page.keyboard.press('Tab');
  await expect(link(page, 'Skip to content')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await pressOn(page, page.getByRole('link', { name: "I'm a Vendor" }));

  await expectArrivalAt(page, 'Welcome Back');
  await pressOn(page, button(page, "Don't have an account? Sign up"));
  await typeInto(page, textbox(page, 'Email address'), newEmail());
  await typeInto(page, page.getByRole('textbox', { name: 'Create a Password' }), PASSWORD);
  await page.keyboard.press('Enter');

  await expectArrivalAt(page, 'Complete Your Vendor Profile');
  // The error is announced at the field that gets the focus.
  await typeInto(page, textbox(page, /^Name/), '');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('N');
  await pressOn(page, button(page, 'Save profile'));
  await expect(textbox(page, /^Name/)).toBeFocused();
  await expect(textbox(page, /^Name/)).toHaveAccessibleDescription('Name must be at least 2 characters');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(NORA.name);
  await typeInto(page, textbox(page, /^Company/), NORA.company);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/vendor-dashboard$/);
  await expectArrivalAt(page, /.+/);
  await pressOn(page, page.getByRole('navigation').getByRole('link', { name: 'Generate QR' }));
  await expectArrivalAt(page, 'Generate QR');
  await pressOn(page, button(page, 'Generate New QR Code'));
  await tabTo(page, link(page, 'Join Session'));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await expectArrivalAt(page, 'Waiting for participant...');
  const sessionId = page.url().slice(-36);
  const visitor = await people.visitor(SIYUAN);
  await visitor.client.rpc('join_session', { session_id: sessionId });
  await people.sendMessage(visitor, sessionId, {
    content: SAID.zh.question.text,
    translated_content: SAID.zh.question.en,
  });
  await expectTranslated(page, SAID.zh.question.text, SAID.zh.question.en);
  await typeInto(page, textbox(page, 'Message'), SAID.en.answer.text);
  await page.keyboard.press('Enter');
  await expect(textbox(page, 'Message')).toBeFocused();
  await expectTranslated(page, SAID.en.answer.text, SAID.en.answer.zh);

  await tabTo(page, link(page, 'Back'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrivalAt(page, /.+/);
  await pressOn(page, button(page, 'Logout'));
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect(link(page, 'Login')).toBeVisible();
});

test('a visitor joins by a link, chats, keeps the contact and leaves by keyboard alone @long', async ({
  openPage,
  people,
  server,
}) => {
  const sessionId = await people.openSession(await people.vendor({ language: 'zh' }));
  const visitor = await people.visitor();
  const page = await openPage(DESKTOP, { as: visitor });
  await page.goto(`/join/${sessionId}`);
  await expectHydrated(page);
  // The first page of a visit leaves the focus where the browser puts it, as a document does.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await pressOn(page, button(page, 'Join Session'), 'Space');

  await expectArrivalAt(page, NORA.name);
  await typeInto(page, textbox(page, 'Message'), SAID.en.answer.text);
  await page.keyboard.press('Enter');
  await expectTranslated(page, SAID.en.answer.text, SAID.en.answer.zh);

  const opener = button(page, 'Change Language');
  await tabTo(page, opener, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change Language' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('radio', { name: 'English' }));
  await page.keyboard.press('ArrowRight');
  await expectToast(page, 'Language Updated', 'Your language preference has been updated.');
  // Whether choosing closes it or Escape does, the focus goes back to where it came from.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The interface has followed.
  await expect(button(page, textOf('zh', 'chat.changeLanguage'))).toBeFocused();

  await pressOn(page, button(page, textOf('zh', 'chat.share')));
  await expect(page.getByRole('dialog', { name: textOf('zh', 'chat.share') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, textOf('zh', 'chat.share'))).toBeFocused();

  const download = page.waitForEvent('download');
  await pressOn(page, button(page, textOf('zh', 'chat.saveContact')));
  expect((await download).suggestedFilename()).toMatch(/\.vcf$/);

  await tabTo(page, link(page, textOf('zh', 'chat.back')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrivalAt(page, /.+/);
  await pressOn(page, button(page, textOf('zh', 'nav.logout')));
  await expect(page).toHaveURL(`${server.origin}/`);
});

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function link(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true });
}

function textbox(page: Page, name: string | RegExp) {
  return page.getByRole('textbox', { name });
}
