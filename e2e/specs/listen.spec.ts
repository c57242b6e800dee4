import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { installVoices } from '../media/voices.ts';
import { bubble, expectTranslated } from '../pages/chat-page.ts';

const { greeting } = SAID.en;

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
