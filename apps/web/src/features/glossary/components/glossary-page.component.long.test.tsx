import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { GlossaryPage } from './glossary-page.tsx';

const TERMS = '/rest/v1/glossary_terms';
const VENDOR = person();

function term(given: Partial<GlossaryRow> & { term: string }): GlossaryRow {
  const at = '2026-11-26T08:00:00Z';
  return {
    id: crypto.randomUUID(),
    owner_id: VENDOR.id,
    mode: 'keep',
    en: null,
    zh: null,
    ar: null,
    created_at: at,
    updated_at: at,
    ...given,
  };
}

const BRAND = term({ term: 'NovaLine' });
const BRASS = term({ term: 'brass', mode: 'fixed', zh: '黄铜' });

const dialog = page.getByRole('dialog');
const entry = (name: string) => page.getByRole('listitem').getByRole('button', { name });

async function showGlossary(terms: readonly GlossaryRow[], language: 'en' | 'ar' = 'en'): Promise<void> {
  answer(`GET ${TERMS}`, () => rows(terms));
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <main className="safe-x">
        <GlossaryPage />
      </main>
    </CurrentProfileContext>,
    { as: VENDOR, language, known: [[queryKeys.team.booth(VENDOR.id), null]] },
  );
}

test('a brand stays as it is, and a material has one translation', async () => {
  await showGlossary([]);
  await expect.element(page.getByRole('heading', { name: 'No terms yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add term' }).click();
  const save = dialog.getByRole('button', { name: 'Save term' });
  await save.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Write the term');
  const saved: unknown[] = [];
  answer(`POST ${TERMS}`, async (request) => {
    const row = (await request.json()) as GlossaryRow;
    saved.push(row);
    return json({ ...BRAND, ...row }, 201);
  });
  await dialog.getByRole('textbox', { name: 'Term' }).fill('NovaLine');
  await save.click();
  await expect.element(entry('NovaLine')).toHaveTextContent('Stays as it is');

  await page.getByRole('button', { name: 'Add term' }).click();
  await dialog.getByRole('textbox', { name: 'Term' }).fill('brass');
  await dialog.getByRole('radio', { name: 'Always reads the same' }).click();
  await save.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Write the translation into one language at least');
  await dialog.getByRole('textbox', { name: '中文' }).fill('黄铜');
  expect(await lookFindings()).toEqual([]);
  await save.click();
  await expect.element(entry('brass')).toHaveTextContent('黄铜');
  expect(saved).toMatchObject([
    { owner_id: VENDOR.id, term: 'NovaLine', mode: 'keep', zh: null },
    { owner_id: VENDOR.id, term: 'brass', mode: 'fixed', zh: '黄铜', ar: null },
  ]);
});

test('a term that is there already is refused beside its field', async () => {
  answer(`POST ${TERMS}`, () => json({ code: '23505', message: 'duplicate key value' }, 409));
  answer(`PATCH ${TERMS}`, () => rows([]));
  await showGlossary([BRAND]);
  await page.getByRole('button', { name: 'Add term' }).click();
  await dialog.getByRole('textbox', { name: 'Term' }).fill('novaline');
  await dialog.getByRole('button', { name: 'Save term' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This term is in your glossary already');
});

test('the test shows what a visitor would read, and says when it cannot', async () => {
  answer('POST /functions/v1/translate', async (request) => {
    expect(await request.json()).toMatchObject({ sourceLanguage: 'en', targetLanguage: 'zh' });
    return json({ translatedText: '我们的 NovaLine 灯具配有黄铜灯身。', engine: 'openai-compatible' });
  });
  await showGlossary([BRAND, BRASS]);
  const sentence = page.getByRole('textbox', { name: 'Sentence' });
  const tryIt = page.getByRole('button', { name: 'Test' });
  await sentence.fill('Our novaline lamps come with a brass body.');
  await tryIt.click();
  await expect.element(page.getByText('我们的 NovaLine 灯具配有黄铜灯身。', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Translated by a language model')).toBeVisible();
  await expect.element(page.getByText('2 terms were found')).toBeVisible();
  expect(await lookFindings()).toEqual([]);

  answer('POST /functions/v1/translate', () => json({ error: 'Translation failed' }, 502));
  await sentence.fill('NovaLine sleeps on Fridays');
  await tryIt.click();
  await expect
    .element(page.getByText('No engine could translate this sentence. Please try again.'))
    .toBeVisible();
  await expect.element(page.getByText('1 term was found')).toBeVisible();
});

test('a deleted term comes back', async () => {
  await showGlossary([BRAND, BRASS]);
  answer(`DELETE ${TERMS}`, () => new Response(null, { status: 204 }));
  await entry('brass').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(entry('brass')).not.toBeInTheDocument();
  let added: unknown;
  answer(`POST ${TERMS}`, async (request) => {
    added = await request.json();
    return json(BRASS, 201);
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(entry('brass')).toBeVisible();
  expect(added).toMatchObject({ id: BRASS.id, term: 'brass', mode: 'fixed', zh: '黄铜' });
});

test('the whole list goes out and in', async () => {
  await showGlossary([BRAND, BRASS]);
  await expect.element(entry('brass')).toBeVisible();
  const file = await download(page.getByRole('button', { name: 'Export CSV' }));
  expect(file.name).toBe('Glossary.csv');
  let imported: unknown;
  answer('POST /rest/v1/rpc/import_glossary_terms', async (request) => {
    imported = await request.json();
    return rows([{ added: 1, changed: 1 }]);
  });
  const list = new File([file.content], file.name, { type: 'text/csv' });
  await chooseFile(page.getByRole('button', { name: 'Import CSV' }), list);
  await expectToast('List imported', 'Added: \u20681\u2069. Changed: \u20681\u2069.');
  expect(imported).toEqual({
    terms: [
      { term: 'brass', mode: 'fixed', en: null, zh: '黄铜', ar: null },
      { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null },
    ],
  });
});

test('looks right on a phone, in ar', async () => {
  await showGlossary([BRAND, BRASS], 'ar');
  await expect.element(entry('brass')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
