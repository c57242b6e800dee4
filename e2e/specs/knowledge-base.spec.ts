import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, pressShortcut } from '../pages/chat-page.ts';

// A vendor's knowledge base and the assistant's answers from it, with a model that writes the text
// that the test sets.

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

/**
 * Made as an office program would make it: the browser writes Arabic there in forms of letters, in
 * the order in which they are seen.
 */
const CATALOGUE = `
  <section style="break-after: page"><h1>Lamps 2026</h1><p>The office lamp LX-200 costs USD 4.20.</p></section>
  <section lang="zh" style="break-after: page"><p>本产品保修期为三年，自交货之日起计算。</p></section>
  <section lang="ar" dir="rtl"><p>مدة الضمان ثلاث سنوات لمصباح LX-200 من تاريخ التسليم.</p></section>`;

test('a PDF becomes material, and the last message is answered from it, with the place, into the composer and no further @long', async ({
  browser,
  people,
  openPage,
  assistant,
}) => {
  assistant.reset();
  assistant.pieces = ['The warranty is three ', 'years [2] from delivery [9].'];
  const printer = await browser.newPage();
  await printer.setContent(CATALOGUE);
  const catalogue = await printer.pdf();
  await printer.close();

  const nora = await people.vendor();
  const siyuan = await people.visitor({ ...SIYUAN, language: 'zh' });
  const sessionId = await people.meet(nora, siyuan);
  await people.sendMessage(siyuan, sessionId, { content: '保修多久？' });
  const page = await openPage(PHONE, { as: nora });

  await test.step('a PDF is read and kept', async () => {
    await page.goto('/vendor-dashboard/profile?material');
    await page.getByRole('button', { name: 'Add material' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add material' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open a file' }).click();
    const file = { name: 'Catalogue 2026.pdf', mimeType: 'application/pdf', buffer: catalogue };
    await (await chooser).setFiles(file);
    await expect(dialog.getByRole('region', { name: 'Text' })).toContainText(
      'مدة الضمان ثلاث سنوات لمصباح LX-200 من تاريخ التسليم.',
    );
    await dialog.getByRole('button', { name: 'Save material' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Catalogue 2026' })).toContainText('3 pages');
  });

  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await test.step('the answer names its place, and quotes it', async () => {
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
    await pressShortcut(page, 'Assistant');
    await panel.getByRole('tab', { name: 'Material' }).click();
    await panel.getByRole('button', { name: 'Answer the last message' }).click();
    await expect(panel.getByText('The warranty is three years [2] from delivery.')).toBeVisible();
    expect(assistant.asked.at(-1)).toContain('"question":"保修多久？"');
    await panel.getByText('Catalogue 2026 · page 2').click();
    await expect(panel.getByText('自交货之日起计算')).toBeVisible();
  });

  await test.step('it becomes the beginning of a reply, and is not sent', async () => {
    await panel.getByRole('button', { name: 'Use as reply' }).click();
    await expect(composer(page)).toHaveValue('The warranty is three years from delivery.');
    await expect(bubbles(page)).toHaveCount(1);
    expect(await people.messages(nora, sessionId)).toHaveLength(1);
  });
});
