import type { CDPSession, Locator } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { boxOf } from '../pages/box-of.ts';
import { bubble, bubbles, composer, expectChatOpen, openChat, send } from '../pages/chat-page.ts';
import { startChat } from '../pages/start-chat.ts';

/** A key press that an input method takes. */
async function pressComposing(devTools: CDPSession, key: 'Enter' | 'Escape'): Promise<void> {
  await devTools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key,
    code: key,
    // Browsers report this key code for every such key.
    windowsVirtualKeyCode: 229,
  });
}

test('the composer: lines, input methods, drafts, tools @long', async ({ people, openPage }) => {
  test.slow();
  const { vendor, sessionId } = await startChat(people);
  const page = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
  const field = composer(page);

  await test.step('a hint explains translation once', async () => {
    const hint = page.getByText(/^Write in .English., they read .Chinese.\.$/);
    await expect(hint).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(hint).toBeHidden();
    await page.reload();
    await expectChatOpen(page, sessionId);
    await expect(hint).toBeHidden();
  });

  await test.step('Enter chooses a word while an input method composes, and sends afterwards', async () => {
    const devTools = await page.context().newCDPSession(page);
    await field.focus();
    await devTools.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    await pressComposing(devTools, 'Enter');
    await expect(field).toHaveValue('nihao');
    await devTools.send('Input.insertText', { text: '你好' });
    await expect(field).toHaveValue('你好');
    await expect(bubbles(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(bubble(page, '你好')).toHaveCount(1);
    await expect(field).toHaveValue('');
  });

  await test.step('Shift and Enter begin a line, the field grows, and a draft survives a reload', async () => {
    const low = (await boxOf(field)).height;
    await page.keyboard.type('一');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('二');
    await expect(field).toHaveValue('一\n二');
    expect((await boxOf(field)).height).toBeGreaterThan(low);
    await page.reload();
    await expectChatOpen(page, sessionId);
    await expect(field).toHaveValue('一\n二');
    await field.fill('行\n'.repeat(40));
    // It stops growing, and the list keeps its room.
    expect((await boxOf(field)).height).toBeLessThan(200);
    await field.fill('');
  });

  await test.step('the field fits its text again when the screen gets wider', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await field.fill('The price holds for orders of at least two hundred pieces.');
    const narrow = (await boxOf(field)).height;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await boxOf(field)).height).toBeLessThan(narrow);
    await field.fill('');
  });

  await test.step('the tools say what they are', async () => {
    const toggle = page.getByRole('button', { name: 'Translation enabled' });
    await toggle.hover();
    await expect(page.getByRole('tooltip', { name: 'Translation enabled' })).toBeVisible();
    await toggle.click();
    const off = page.getByRole('button', { name: 'Translation disabled' });
    await expect(off).toHaveAttribute('aria-pressed', 'false');
    await send(page, SAID.zh.thanks.text);
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).at(-1))
      .toMatchObject({ content: SAID.zh.thanks.text, translated_content: null });
    await off.click();
    const microphone = page.getByRole('button', { name: 'Voice messages coming soon' });
    await expect(microphone).toBeDisabled();
    await microphone.hover({ force: true });
    await expect(page.getByRole('tooltip', { name: 'Voice messages coming soon' })).toBeVisible();
    const pro = page.getByRole('link', { name: 'Pro', exact: true });
    // Out of the tooltip, which lies over it: it goes with the second move outside.
    await field.hover();
    await field.hover({ position: { x: 20, y: 20 } });
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await pro.hover();
    const hint = page.getByRole('tooltip', { name: 'Upgrade to unlock premium features' });
    await expect(hint).toBeVisible();
    await expect(pro).toHaveAccessibleDescription('Upgrade to unlock premium features');
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
    // The keyboard works as well, first asked for or again, and the focus stays. The phrases and
    // Pro are one stop, with the arrow keys within.
    const phrases = page.getByRole('button', { name: 'Quick phrases' });
    await field.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Add a picture, file or meeting' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(phrases).toBeFocused();
    await expect(page.getByRole('tooltip', { name: 'Quick phrases' })).toBeVisible();
    await expect(phrases).toBeFocused();
    await page.keyboard.press('End');
    await expect(pro).toBeFocused();
    await expect(hint).toBeVisible();
    // Each goes at once, also one that has not come all the way: while it is there, it takes the
    // Escape for what is opened next.
    await page.evaluate(() => document.documentElement.style.setProperty('--animate-fade', 'fade 60s both'));
    for (let turn = 0; turn < 10; turn++) {
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
    }
    await expect(page.getByRole('tooltip')).toHaveCount(1);
    await pro.click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});

test('Escape discards the candidates of an input method, and closes the panel afterwards @long', async ({
  people,
  openPage,
}) => {
  const { vendor, visitor, sessionId } = await startChat(people);
  const page = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
  const devTools = await page.context().newCDPSession(page);
  const panel = page.getByRole('dialog');

  async function expectEscapes(field: Locator): Promise<void> {
    await field.focus();
    await devTools.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    await pressComposing(devTools, 'Escape');
    await devTools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }

  await test.step('in a dialog', async () => {
    await composer(page).focus();
    await page.getByRole('button', { name: 'Quick phrases' }).click();
    await expectEscapes(panel.getByRole('searchbox'));
  });

  await test.step('in a panel at the side', async () => {
    await page.goto('/vendor-dashboard/leads');
    await page.getByRole('button', { name: visitor.profile.name }).click();
    await expectEscapes(panel.getByRole('textbox', { name: 'Note' }));
  });
});
