import { axeFindings, layoutFindings, textFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, pressShortcut } from '../pages/chat-page.ts';
import { pressTwice } from '../pages/double-press.ts';

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
  // Two files are printed and read, and the page is judged four times.
  test.slow();
  assistant.reset();
  const printer = await browser.newPage();
  const print = async (html: string) => {
    await printer.setContent(html);
    return printer.pdf();
  };
  const catalogue = await print(CATALOGUE);
  const scan = await print('<svg width="90" height="90"><rect width="90" height="90" fill="#456" /></svg>');
  await printer.close();

  const nora = await people.vendor();
  const siyuan = await people.visitor({ ...SIYUAN, language: 'zh' });
  const sessionId = await people.meet(nora, siyuan);
  await people.sendMessage(siyuan, sessionId, { content: '保修多久？' });
  const page = await openPage(PHONE, { as: nora });

  await test.step('a scan is refused in words, and what was typed stays', async () => {
    await page.goto('/vendor-dashboard/profile?material');
    await expect(page.getByText('No material yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add material' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add material' });
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Samples are free.');
    const open = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Open a file' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await open('scan.pdf', scan);
    await expect(dialog.getByRole('alert')).toContainText('There is no text in this file');
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Samples are free.');
    await open('Catalogue 2026.pdf', catalogue);
    await expect(dialog.getByText('3 pages')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Text' })).toContainText(
      'مدة الضمان ثلاث سنوات لمصباح LX-200 من تاريخ التسليم.',
    );
    await expect(dialog.getByLabel('Title')).toHaveValue('Catalogue 2026');
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    // Two presses are one.
    await pressTwice(dialog.getByRole('button', { name: 'Save material' }));
    await expect(page.getByRole('listitem').filter({ hasText: 'Catalogue 2026' })).toContainText('3 pages');
    await expect(page.getByText('1 of 20 documents')).toBeVisible();
  });

  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await test.step('the answer breaks off and stays; asked again it names its place, and quotes it', async () => {
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
    await pressShortcut(page, 'Assistant');
    await panel.getByRole('tab', { name: 'Material' }).click();
    assistant.pieces = ['The warranty is three ', 'years [2] from delivery [9].'];
    assistant.breaksAfter = 1;
    await panel.getByRole('button', { name: 'Answer the last message' }).click();
    await expect(panel.getByText('The assistant broke off.')).toBeVisible();
    await expect(panel.getByText('The warranty is three', { exact: true })).toBeVisible();
    assistant.breaksAfter = null;
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(panel.getByText('The warranty is three years [2] from delivery.')).toBeVisible();
    expect(assistant.asked.at(-1)).toContain('"question":"保修多久？"');
    await panel.getByText('Catalogue 2026 · page 2').click();
    await expect(panel.getByText('自交货之日起计算')).toBeVisible();
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
  });

  await test.step('it becomes the beginning of a reply, and is not sent', async () => {
    await panel.getByRole('button', { name: 'Use as reply' }).click();
    await expect(composer(page)).toHaveValue('The warranty is three years from delivery.');
    await expect(bubbles(page)).toHaveCount(1);
    expect(await people.messages(nora, sessionId)).toHaveLength(1);
  });

  await test.step('in Arabic the page is laid out from right to left, and is deleted once that is confirmed', async () => {
    await nora.client.from('profiles').update({ language: 'ar' }).eq('id', nora.profileId).throwOnError();
    await page.goto('/vendor-dashboard/profile?material');
    await expect(page.getByRole('heading', { name: 'المواد' })).toBeVisible();
    // The checks that screens.spec.ts makes of every other screen: its product has no assistant,
    // and so no such page.
    expect([await axeFindings(page), await layoutFindings(page), await textFindings(page)]).toEqual([
      [],
      [],
      [],
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await textFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^حذف .*Catalogue 2026/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'حذف' }).click();
    await expect(page.getByText('لا مواد بعد')).toBeVisible();
  });
});
