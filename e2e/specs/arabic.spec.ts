import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { newEmail, PASSWORD, SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { said, textOf } from '../fixtures/texts.ts';
import { bubble, expectChatOpen, expectTranslated, send } from '../pages/chat-page.ts';
import { fillIn } from '../pages/profile-forms.ts';

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

test('a reader of Arabic gets Arabic, from the invitation to the chat @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const link = `/join/${sessionId}`;

  await test.step('before any script has come', async () => {
    const page = await openPage({ ...PHONE, locale: 'ar-AE', javaScriptEnabled: false });
    await page.goto(link);
    await expectPageIn(page, 'ar');
    await expect(page.getByRole('heading', { name: ar('join.title') })).toBeVisible();
    const { name, company } = vendor.profile;
    await expect(page.getByText(ar('join.textCompany', { name, company }), { exact: true })).toBeVisible();
  });

  const phone = await openPage({ ...PHONE, locale: 'ar-AE' });
  await test.step('in the app, at the invitation and at the login', async () => {
    await phone.goto(link);
    await phone.getByRole('link', { name: ar('join.loginButton') }).click();
    await expect(phone.getByRole('heading', { name: ar('auth.title') })).toBeVisible();
    await expectPageIn(phone, 'ar');
  });

  await test.step('the switch of a header changes it, and the choice outlives a reload', async () => {
    const choice = phone.getByRole('combobox', { name: said('common.displayLanguage') });
    await choice.selectOption('zh');
    await expect(phone.getByRole('heading', { name: textOf('zh', 'auth.title') })).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: textOf('zh', 'auth.title') })).toBeVisible();
    await expectPageIn(phone, 'zh-Hans');
    await choice.selectOption('ar');
    await expectPageIn(phone, 'ar');
  });

  await test.step('signing up, the setup, and the chat', async () => {
    await phone.getByRole('button', { name: ar('auth.toSignUp') }).click();
    await phone.getByLabel(ar('auth.email')).fill(newEmail());
    await phone.getByLabel(ar('auth.createPassword')).fill(PASSWORD);
    await phone.getByRole('button', { name: ar('auth.signUp'), exact: true }).click();
    await phone.getByRole('button', { name: ar('visitorSetup.skip') }).click();
    // Their reading language is selected already.
    await expect(phone.getByRole('radio', { name: 'العربية' })).toBeChecked();
    await phone.getByRole('button', { name: ar('visitorSetup.next') }).click();
    await fillIn(phone, {
      [ar('profileForm.name')]: SALMA.name,
      [ar('profileForm.company')]: SALMA.company,
    });
    await phone.getByRole('button', { name: ar('visitorSetup.submit') }).click();
    await phone.getByRole('button', { name: ar('join.button') }).click();
    await expectChatOpen(phone, sessionId);
    await people.sendMessage(vendor, sessionId, {
      content: SAID.en.greeting.text,
      translated_content: SAID.en.greeting.ar,
    });
    await expectTranslated(phone, SAID.en.greeting.text, SAID.en.greeting.ar);
  });

  await test.step('a vendor’s English browser follows the language of the profile', async () => {
    const reader = await people.vendor({ language: 'ar' });
    const booth = await openPage(DESKTOP, { as: reader });
    await booth.goto('/vendor-dashboard');
    await expect(booth.getByText(ar('overview.contactInformation'))).toBeVisible();
    await expectPageIn(booth, 'ar');
    await booth.getByRole('combobox', { name: ar('common.displayLanguage') }).selectOption('en');
    await expect(booth.getByText('My Contact Information')).toBeVisible();
    const kept = () => reader.client.from('profiles').select('language').eq('id', reader.profileId).single();
    await expect.poll(async () => (await kept()).data?.language).toBe('en');
  });
});

const ar = (key: string, values?: Record<string, string>) => textOf('ar', key, values);

/** Checks `lang`, and the direction in which the browser lays the page out. */
async function expectPageIn(page: Page, lang: 'zh-Hans' | 'ar'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('body')).toHaveCSS('direction', lang === 'ar' ? 'rtl' : 'ltr');
}

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
