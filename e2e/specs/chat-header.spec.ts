import { readFile } from 'node:fs/promises';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { boxOf } from '../pages/box-of.ts';
import { openChat } from '../pages/chat-page.ts';
import { startChat } from '../pages/start-chat.ts';
import { expectToast, toasts } from '../pages/toasts.ts';

test('the header: way back, shortcuts, language and code @long', async ({ people, openPage, server }) => {
  test.slow();
  const { vendor, visitor, sessionId } = await startChat(people, { language: 'en' });
  const phone = await openPage(
    { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] },
    { as: visitor },
  );
  await openChat(phone, sessionId);

  await test.step('shortcuts to what the counterpart has', async () => {
    const open = () => phone.getByRole('button', { name: 'Contact shortcuts' }).click();
    await open();
    const whatsApp = phone.getByRole('menuitem', { name: 'Open WhatsApp' });
    const href = new URL((await whatsApp.getAttribute('href')) ?? '');
    expect(`${href.origin}${href.pathname}`).toBe('https://wa.me/+971505550142');
    expect(href.searchParams.get('text')).toContain(visitor.profile.name);
    expect(href.searchParams.get('text')).toContain(visitor.profile.company);
    await expect(whatsApp).toHaveAttribute('target', '_blank');
    await expect(whatsApp).toHaveAttribute('rel', /noopener/);
    await phone.getByRole('menuitem', { name: 'Copy WeChat ID' }).click();
    await expectToast(phone, 'WeChat ID Copied');
    // It leaves the way back free.
    const header = await boxOf(phone.locator('header'));
    const top = async () => (await boxOf(toasts(phone))).y;
    await expect.poll(top).toBeGreaterThan(header.y + header.height);
    expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe('harbour_lighting');
    const saved = phone.waitForEvent('download');
    await open();
    await phone.getByRole('menuitem', { name: 'Save Contact' }).click();
    const card = await saved;
    expect(card.suggestedFilename()).toBe(`${vendor.profile.name}.vcf`);
    expect(await readFile(await card.path(), 'utf8')).toContain('VERSION:3.0');
  });

  await test.step('key facts, which need no assistant, and none is shown where none is set up', async () => {
    const opener = phone.getByRole('button', { name: 'Contact shortcuts' });
    await opener.click();
    await expect(phone.getByRole('menuitem', { name: 'Assistant' })).toHaveCount(0);
    await phone.getByRole('menuitem', { name: 'Key facts' }).click();
    const panel = phone.getByRole('dialog', { name: 'Key facts' });
    await expect(panel.getByRole('heading', { name: 'Nothing to list yet' })).toBeVisible();
    await phone.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  await test.step('the code of the session, 192 px', async () => {
    await phone.getByRole('button', { name: 'Share Chat Session' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Share Chat Session' });
    await expect(
      dialog.getByText('Scan this QR code to join the chat session', { exact: true }),
    ).toBeVisible();
    const code = dialog.getByRole('img');
    expect(await code.boundingBox()).toMatchObject({ width: 192, height: 192 });
    await expect(code).toHaveAttribute('aria-label', new RegExp(`${server.origin}/join/${sessionId}`));
    await phone.keyboard.press('Escape');
  });

  await test.step('the language, and what comes of it', async () => {
    const dialog = phone.getByRole('dialog', { name: 'Change Language' });
    await phone.getByRole('button', { name: 'Change Language' }).click();
    await phone.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    // Pressed rather than checked: the choice may be saved, or taken back, before the check.
    await dialog.getByRole('radio', { name: 'العربية' }).click({ force: true });
    await expectToast(phone, 'Error', 'Failed to update language. Please try again.');
    await phone.unroute('**/rest/v1/profiles*');
    // The choice remains until the failure is shown.
    await expect(dialog.getByRole('radio', { name: 'English' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'العربية' }).click({ force: true });
    await expectToast(phone, 'Language Updated', 'Your language preference has been updated.');
    await expect(dialog).toBeHidden();
    // The interface follows.
    await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  });

  await test.step('without a number or an ID there is only the card to save', async () => {
    const booth = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
    await expect(booth.getByRole('button', { name: 'Save Contact' })).toBeVisible();
    await expect(booth.getByRole('link', { name: 'Open WhatsApp' })).toBeHidden();
    await expect(booth.getByRole('button', { name: 'Copy WeChat ID' })).toBeHidden();
    await booth.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(booth).toHaveURL(/\/vendor-dashboard$/);
  });
  await phone.getByRole('link', { name: textOf('ar', 'chat.back'), exact: true }).click();
  // A phone goes back to the list of chats; the booth's screen shows it beside the chat.
  await expect(phone).toHaveURL(/\/visitor-dashboard\/sessions$/);
});
