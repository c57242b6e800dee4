import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectTranslated, send } from '../pages/chat-page.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// A vendor's own glossary, on the profile page: its terms apply to every message of the vendor's
// chats.

const MESSAGE = 'Our novaline lamps come with a brass body.';
const TRANSLATION = '我们的 NovaLine 灯具配有黄铜灯身。';

test('a vendor adds terms, tries them, and a message keeps them @long', async ({
  people,
  openPage,
  engine: provider,
}) => {
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
  await expect(page.getByRole('heading', { name: 'No terms yet' })).toBeVisible();

  await test.step('a brand that stays, and a material with one translation', async () => {
    await main.getByRole('button', { name: 'Add term' }).click();
    await dialog.getByRole('button', { name: 'Save term' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Write the term');
    await dialog.getByRole('textbox', { name: 'Term' }).fill('NovaLine');
    await dialog.getByRole('button', { name: 'Save term' }).click();
    await expect(main.getByRole('button', { name: 'NovaLine' })).toContainText('Stays as it is');
    await main.getByRole('button', { name: 'Add term' }).click();
    await dialog.getByRole('textbox', { name: 'Term' }).fill('novaline');
    await dialog.getByRole('button', { name: 'Save term' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This term is in your glossary already');
    await dialog.getByRole('textbox', { name: 'Term' }).fill('brass');
    await dialog.getByRole('radio', { name: 'Always reads the same' }).check();
    await dialog.getByRole('textbox', { name: '中文' }).fill('黄铜');
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await dialog.getByRole('button', { name: 'Save term' }).click();
    await expect(main.getByRole('button', { name: 'brass' })).toContainText('黄铜');
  });

  await test.step('the test shows what a visitor would read, and says when it cannot', async () => {
    await main.getByRole('textbox', { name: 'Sentence' }).fill(MESSAGE);
    await main.getByRole('button', { name: 'Test' }).click();
    await expect(main.getByText(TRANSLATION, { exact: true })).toBeVisible();
    await expect(main.getByText('Translated by a language model')).toBeVisible();
    await expect(main.getByText('2 terms were found')).toBeVisible();
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    provider.failWith = 400;
    await main.getByRole('textbox', { name: 'Sentence' }).fill('NovaLine sleeps on Fridays');
    await main.getByRole('button', { name: 'Test' }).click();
    await expect(main.getByText('No engine could translate this sentence. Please try again.')).toBeVisible();
    await expect(main.getByText('1 term was found')).toBeVisible();
    provider.failWith = null;
  });

  await test.step('a deleted term comes back, and the whole list goes out and in', async () => {
    await main.getByRole('button', { name: 'brass' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(main.getByRole('button', { name: 'brass' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByRole('button', { name: 'brass' })).toBeVisible();
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    await (await download).saveAs(test.info().outputPath('glossary.csv'));
    await main.getByRole('button', { name: 'NovaLine' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(main.getByRole('button', { name: 'NovaLine' })).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Import CSV' }).click();
    await (await chooser).setFiles(test.info().outputPath('glossary.csv'));
    await expectToast(page, 'List imported');
    await expect(main.getByRole('button', { name: 'NovaLine' })).toBeVisible();
  });

  await test.step('a message keeps them for its reader', async () => {
    const reader = await openPage(PHONE, { as: visitor });
    await reader.goto(`/chat/${sessionId}`);
    await page.goto(`/chat/${sessionId}`);
    await send(page, MESSAGE);
    await expectTranslated(reader, MESSAGE, TRANSLATION);
  });
});
