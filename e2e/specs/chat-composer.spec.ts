import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { boxOf } from '../pages/box-of.ts';
import { bubble, bubbles, composer, expectChatOpen, openChat, send } from '../pages/chat-page.ts';
import { startChat } from '../pages/start-chat.ts';

test('the composer: lines, input methods, drafts, tools', async ({ people, openPage }) => {
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
    await devTools.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      // Browsers report this key code for every key that an input method takes.
      windowsVirtualKeyCode: 229,
    });
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
