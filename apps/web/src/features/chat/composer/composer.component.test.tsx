import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { keepSession } from '@/shared/testing/auth-answers.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { createStore } from '../model/store.ts';
import { Composer } from './composer.tsx';

const WRITER = person();

const field = page.getByRole('textbox', { name: 'Message' });
const send = page.getByRole('button', { name: 'Send message' });

/** @returns the typed text, and what was sent */
async function showComposer(target: 'zh' | null = null) {
  const draft = createStore('');
  const sent: string[] = [];
  await renderInApp(
    <Composer
      chatId="3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10"
      draft={draft}
      onSend={async (text) => void sent.push(text)}
      voice={null}
      catalogue={null}
      ownLanguage={WRITER.language}
      role={WRITER.role}
      target={target}
      readerName="Salma Haddad"
      translationOn
      onTranslationOn={() => {}}
    />,
  );
  return { draft, sent };
}

test('spaces are not sent', async () => {
  const { sent } = await showComposer();
  await field.fill('   \n  ');
  await userEvent.keyboard('{Enter}');
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  expect(sent).toEqual([]);
});

test('5,001 characters are not sent and not lost; 5,000 are sent, without the spaces around them', async () => {
  const { draft, sent } = await showComposer();
  const tooLong = 'x'.repeat(5001);
  await field.fill(tooLong);
  await userEvent.keyboard('{Enter}');
  const reason = page.getByRole('status').filter({ hasText: '1 over the limit of 5,000 characters' });
  await expect.element(reason).toBeInTheDocument();
  await expect.element(field).toHaveAccessibleDescription('1 over the limit of 5,000 characters');
  expect(draft.get()).toBe(tooLong);
  expect(sent).toEqual([]);

  const longest = tooLong.slice(1);
  await field.fill(`${longest}\n  `);
  await expect.element(page.getByText('0 characters left')).toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([longest]);
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('a preview shows what will be read, by which engine, until the text is another', async () => {
  keepSession(WRITER);
  let asked: unknown;
  answer('POST /functions/v1/translate', async (request) => {
    asked = await request.json();
    return json({ translatedText: '您好，欢迎光临', engine: 'openai-compatible' });
  });
  const { sent } = await showComposer('zh');
  await field.fill('Hello and welcome');
  await page.getByRole('button', { name: 'Preview translation' }).click();
  const preview = page.getByRole('status').filter({ hasText: 'Salma Haddad' });
  await expect.element(preview.getByText('您好，欢迎光临', { exact: true })).toBeVisible();
  await expect.element(preview.getByText(/^Machine translation · .AI model.$/)).toBeVisible();
  expect(asked).toMatchObject({ text: 'Hello and welcome', sourceLanguage: 'en', targetLanguage: 'zh' });
  expect(sent).toEqual([]);

  await field.click();
  await userEvent.keyboard('{End}!');
  await expect.element(preview).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['Hello and welcome!']);
});
