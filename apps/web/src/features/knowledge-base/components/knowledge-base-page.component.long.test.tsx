import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { KnowledgeBaseDocument } from '@/shared/api/database-types.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { DESKTOP, lookFindings } from '@/shared/testing/looks.ts';
import { findClipped, findOverlapping } from '@/shared/testing/page-checks.ts';
import { person } from '@/shared/testing/people.ts';
import { chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { KnowledgeBasePage } from './knowledge-base-page.tsx';

const DOCUMENTS = '/rest/v1/material_documents';
const VENDOR = person();
const CATALOGUE: KnowledgeBaseDocument = {
  id: '4f0c3a52-1a7e-4c59-8f0b-1b7d3d1c2a41',
  owner_id: VENDOR.id,
  title: 'Catalogue 2026',
  pages: 3,
  characters: 1_234,
  created_at: '2026-11-26T08:00:00Z',
};

const dialog = page.getByRole('dialog');

async function showMaterial(
  documents: readonly KnowledgeBaseDocument[],
  language: 'en' | 'ar' = 'en',
): Promise<void> {
  answer(`GET ${DOCUMENTS}`, () => rows(documents));
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <main className="safe-x">
        <KnowledgeBasePage />
      </main>
    </CurrentProfileContext>,
    { as: VENDOR, language },
  );
}

async function openFile(name: string, text: string): Promise<void> {
  const file = new File([text], name, { type: 'text/plain' });
  await chooseFile(dialog.getByRole('button', { name: 'Open a file' }), file);
}

/** Two presses in one moment: a finger that trembles, a mouse that bounces. */
function pressTwice(button: Locator): void {
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
}

test('a file without text is refused in words, and the text of another is checked and saved once', async () => {
  await showMaterial([]);
  await expect.element(page.getByText('No material yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add material' }).click();
  const text = dialog.getByRole('textbox', { name: 'Text' });
  const save = dialog.getByRole('button', { name: 'Save material' });
  await text.fill('Samples are free.');
  await openFile('scan.txt', ' \n');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/There is no text in this file/);
  await expect.element(text).toHaveValue('Samples are free.');
  await save.click();
  await expect.element(dialog.getByLabelText('Title')).toHaveAccessibleDescription(/Write a title/);

  await openFile('Catalogue 2026.txt', 'The office lamp LX-200 costs USD 4.20.\n本产品保修期为三年。');
  await expect.element(dialog.getByText('1 page')).toBeVisible();
  await expect
    .element(dialog.getByRole('region', { name: 'Text' }))
    .toHaveTextContent(/costs USD 4\.20\.\s*本产品保修期为三年。/);
  await expect.element(dialog.getByLabelText('Title')).toHaveValue('Catalogue 2026');
  expect(await lookFindings()).toEqual([]);

  const saved: unknown[] = [];
  answer('POST /rest/v1/rpc/add_material', async (request) => {
    saved.push(await request.json());
    answer(`GET ${DOCUMENTS}`, () => rows([CATALOGUE]));
    return json(CATALOGUE.id);
  });
  pressTwice(save);
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Catalogue 2026' }))
    .toHaveTextContent(/3 pages/);
  await expect.element(page.getByText('1 of 20 documents')).toBeVisible();
  expect(saved).toMatchObject([{ title: 'Catalogue 2026', pages: 1 }]);
  expect(JSON.stringify(saved)).toContain('本产品保修期为三年。');
});

test('in Arabic the page looks right, and a document is deleted once that is confirmed', async () => {
  await showMaterial([CATALOGUE], 'ar');
  await expect.element(page.getByRole('heading', { name: 'المواد' })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(() => [...findClipped(), ...findOverlapping()]).toEqual([]);
  await page.getByRole('button', { name: /^حذف .*Catalogue 2026/ }).click();
  answer(`DELETE ${DOCUMENTS}`, (request) => {
    expect(new URL(request.url).searchParams.get('id')).toBe(`eq.${CATALOGUE.id}`);
    answer(`GET ${DOCUMENTS}`, () => rows([]));
    return new Response(null, { status: 204 });
  });
  await dialog.getByRole('button', { name: 'حذف' }).click();
  await expect.element(page.getByText('لا مواد بعد')).toBeVisible();
});
