import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectTranslated, send } from '../pages/chat-page.ts';

// A vendor's own glossary, on the profile page: its terms apply to every message of the vendor's
// chats.

const MESSAGE = 'Our novaline lamps come with a brass body.';
const TRANSLATION = '我们的 NovaLine 灯具配有黄铜灯身。';

test('a vendor adds terms, and a message keeps them @long', async ({ people, openPage }) => {
  const nora = await people.vendor();
  const visitor = await people.visitor({ language: 'zh' });
  const sessionId = await people.meet(nora, visitor);
  const page = await openPage(DESKTOP, { as: nora });
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  await page.goto('/vendor-dashboard/profile');
  await page
    .getByRole('navigation', { name: 'Profile Settings' })
    .getByRole('link', { name: 'Glossary' })
    .click();
  await main.getByRole('button', { name: 'Add term' }).click();
  await dialog.getByRole('textbox', { name: 'Term' }).fill('NovaLine');
  await dialog.getByRole('button', { name: 'Save term' }).click();
  await expect(main.getByRole('button', { name: 'NovaLine' })).toContainText('Stays as it is');
  await main.getByRole('button', { name: 'Add term' }).click();
  await dialog.getByRole('textbox', { name: 'Term' }).fill('brass');
  await dialog.getByRole('radio', { name: 'Always reads the same' }).check();
  await dialog.getByRole('textbox', { name: '中文' }).fill('黄铜');
  await dialog.getByRole('button', { name: 'Save term' }).click();
  await expect(main.getByRole('button', { name: 'brass' })).toContainText('黄铜');

  const reader = await openPage(PHONE, { as: visitor });
  await reader.goto(`/chat/${sessionId}`);
  await page.goto(`/chat/${sessionId}`);
  await send(page, MESSAGE);
  await expectTranslated(reader, MESSAGE, TRANSLATION);
});
