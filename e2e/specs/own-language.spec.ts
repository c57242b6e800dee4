import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { said, textOf } from '../fixtures/texts.ts';
import { bubble, expectChatOpen, expectTranslated } from '../pages/chat-page.ts';

const { greeting, answer, slow } = SAID.en;

test('a reader who changes language reads old messages in it, keeps them, and has the originals one tap away @long', async ({
  people,
  openPage,
  engine: provider,
  server,
}) => {
  test.slow();
  // Other tests have these sentences translated, too: an engine that fails would not be noticed.
  await server.sql('truncate dragoman.translation_cache');
  const vendor = await people.vendor();
  const visitor = await people.visitor({ ...SIYUAN });
  const sessionId = await people.meet(vendor, visitor);
  // The server made no such translation: the chat must not say that DeepL made it.
  const sent = { translated_content: greeting.zh, target_language: 'zh', translation_engine: 'deepl' };
  await people.sendMessage(vendor, sessionId, { content: greeting.text, ...sent });
  await people.sendMessage(vendor, sessionId, { content: answer.text });
  await people.sendMessage(vendor, sessionId, { content: slow.text });

  const phone = await openPage(PHONE, { as: visitor });
  await phone.goto(`/chat/${sessionId}`);
  await expectChatOpen(phone, sessionId);

  await test.step('what was sent untranslated is translated as it is read, each with its engine', async () => {
    await expectTranslated(phone, greeting.text, greeting.zh);
    await expectTranslated(phone, answer.text, answer.zh);
    await expect(
      bubble(phone, greeting.text).getByText(textOf('zh', 'chat.engine.notVerified')),
    ).toBeVisible();
    await expect(bubble(phone, answer.text).getByText('AI 模型', { exact: true })).toBeVisible();
  });

  await test.step('the language is changed: old messages follow, where they stand', async () => {
    provider.failWith = 400;
    await changeLanguage(phone, 'العربية');
    for (const { text } of [greeting, answer, slow]) {
      await expect(bubble(phone, text).getByText(textOf('ar', 'chat.notTranslated'))).toBeVisible();
    }
    provider.failWith = null;
    for (const { text, ar } of [greeting, answer, slow]) {
      await bubble(phone, text)
        .getByRole('button', { name: textOf('ar', 'chat.translateAgain') })
        .click();
      await expectTranslated(phone, text, ar);
    }
  });

  await test.step('one tap hides the original, and shows it again', async () => {
    const label = bubble(phone, greeting.text).getByRole('button', { name: textOf('ar', 'chat.translated') });
    const original = bubble(phone, greeting.text).getByText(greeting.text, { exact: true });
    await label.click();
    await expect(original).toBeHidden();
    await expect(bubble(phone, greeting.text).getByText(greeting.ar, { exact: true })).toBeVisible();
    await label.click();
    await expect(original).toBeVisible();
  });

  await test.step('they are kept: nothing is asked for twice', async () => {
    const asked = provider.asked.length;
    await phone.reload();
    await expectTranslated(phone, answer.text, answer.ar);
    expect(provider.asked).toHaveLength(asked);
  });
});

test('the reader’s own browser translates what no engine of the server can @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const unknown = 'The stand next to ours is closed today.';
  await people.sendMessage(vendor, sessionId, { content: unknown });
  const phone = await openPage(PHONE, { as: visitor });
  await phone.addInitScript(installTranslator);
  // A server without engines reports a text that neither its phrasebook nor its stored
  // translations contain.
  await phone.route('**/functions/v1/translate-messages', async (route) => {
    const { messageIds } = route.request().postDataJSON() as { messageIds: string[] };
    const untranslated = messageIds.map((messageId) => ({ messageId, reason: 'no-engine' }));
    await route.fulfill({ json: { translations: [], untranslated } });
  });
  await phone.goto(`/chat/${sessionId}`);
  const found = bubble(phone, unknown);
  await found.getByRole('button', { name: textOf('zh', 'chat.reader.translateHere') }).click();
  await expect(found.getByText(`[zh] ${unknown}`, { exact: true })).toBeVisible();
  await expect(found.getByRole('button', { name: textOf('zh', 'chat.reader.byBrowser') })).toBeVisible();
  const rows = await visitor.client.from('message_translations').select('engine');
  expect(rows.data).toEqual([]);
});

async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: said('chat.changeLanguage') }).click();
  // Not checked to be chosen afterwards: the dialog goes once it is saved.
  await page.getByRole('radio', { name: language }).click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', /^ar/);
}

/**
 * The documented interface of the built-in translator, whose model has to be loaded first. To be
 * run in a page.
 */
function installTranslator(): void {
  let isLoaded = false;
  const Translator = {
    availability: async () => (isLoaded ? 'available' : 'downloadable'),
    async create({ targetLanguage }: { targetLanguage: string }) {
      if (!navigator.userActivation.isActive) throw new DOMException('needs a gesture', 'NotAllowedError');
      isLoaded = true;
      return { translate: async (text: string) => `[${targetLanguage}] ${text}` };
    },
  };
  Object.defineProperty(globalThis, 'Translator', { value: Translator });
}
