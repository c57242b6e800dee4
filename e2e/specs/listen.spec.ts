import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { installVoices, isSpeaking, spoken } from '../media/voices.ts';
import { bubble, expectChatOpen, expectTranslated } from '../pages/chat-page.ts';

const { greeting, answer } = SAID.en;

test('a message and its translation are read aloud, each in its language, one at a time @long', async ({
  people,
  openPage,
}) => {
  const visitor = await people.visitor(SIYUAN);
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, sessionId, { content: greeting.text });
  await people.sendMessage(vendor, sessionId, { content: answer.text });
  const page = await openPage(PHONE, { as: visitor });
  await page.addInitScript(installVoices, ['en-US', 'zh-CN']);
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expectTranslated(page, greeting.text, greeting.zh);
  await expectTranslated(page, answer.text, answer.zh);
  const listen = (text: string, key: string) =>
    bubble(page, text).getByRole('button', { name: textOf('zh', `chat.listen.${key}`), exact: true });

  await test.step('pressed again, the button of what can be read stops', async () => {
    await listen(greeting.text, 'translation').tap();
    await expect.poll(() => spoken(page)).toEqual([['zh-CN', greeting.zh]]);
    await listen(greeting.text, 'stop').tap();
    await expect(listen(greeting.text, 'translation')).toBeVisible();
    expect(await isSpeaking(page)).toBe(false);
  });

  await test.step('another text takes the place of the one that is read', async () => {
    await listen(greeting.text, 'translation').tap();
    await listen(answer.text, 'translation').tap();
    await expect(page.getByRole('button', { name: textOf('zh', 'chat.listen.stop') })).toHaveCount(1);
    await expect
      .poll(async () => (await spoken(page)).slice(1))
      .toEqual([
        ['zh-CN', greeting.zh],
        ['zh-CN', answer.zh],
      ]);
  });

  await test.step('the menu reads the other language, by keyboard as well', async () => {
    await listen(answer.text, 'stop').tap();
    await bubble(page, answer.text).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: textOf('zh', 'chat.listen.original'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await spoken(page)).at(-1)).toEqual(['en-US', answer.text]);
    expect(await isSpeaking(page)).toBe(true);
  });

  await test.step('leaving the chat stops the voice', async () => {
    await page.getByRole('link', { name: textOf('zh', 'chat.back') }).tap();
    await expect.poll(() => isSpeaking(page)).toBe(false);
    await expect(page).not.toHaveURL(/chat/);
  });
});

test('without a voice there is nothing to press, and a voice that never speaks is explained @long', async ({
  people,
  openPage,
}) => {
  const visitor = await people.visitor(SIYUAN);
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, visitor);
  const sent = { translated_content: greeting.zh, target_language: 'zh' };
  await people.sendMessage(vendor, sessionId, { content: greeting.text, ...sent });
  const page = await openPage(PHONE, { as: visitor });
  await page.clock.install();
  await page.addInitScript(installVoices, ['zh-HK', 'en-US', 'silent']);
  await page.goto(`/chat/${sessionId}`);
  await expectTranslated(page, greeting.text, greeting.zh);
  const listen = (key: string) =>
    page.getByRole('menuitem', { name: textOf('zh', `chat.listen.${key}`), exact: true });
  const openMenu = async () => {
    await bubble(page, greeting.text).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
  };

  // A Cantonese voice does not read Mandarin: the translation, which is what can be read, has no button.
  await expect(page.getByRole('button', { name: textOf('zh', 'chat.listen.translation') })).toHaveCount(0);
  await openMenu();
  await expect(listen('translation')).toHaveCount(0);
  await listen('original').tap();
  await openMenu();
  await expect(listen('stop')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.fastForward(10_000);
  await expect(page.getByText(textOf('zh', 'chat.listen.noVoice', { language: '英语' }))).toBeVisible();
  await openMenu();
  await expect(listen('original')).toHaveCount(0);
  await expect(listen('stop')).toHaveCount(0);
});
