import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard, chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { CataloguePage } from './catalogue-page.tsx';

// A booth's brochures and products (docs/adr/0086).

const ITEMS = '/rest/v1/catalogue_items';
const VENDOR = person();

const LAMP: CatalogueItem = {
  id: '0a4d9a34-5d55-4a0e-8f3b-0c5a3f1d7e01',
  owner_id: VENDOR.id,
  kind: 'product',
  language: 'en',
  name: 'Brass desk lamp',
  description: 'With a shade of opal glass.',
  price: 'USD 12.50–15.00 FOB',
  minimum_quantity: '500 pcs',
  file_path: null,
  file_name: null,
  file_size: null,
  picture_width: null,
  picture_height: null,
  created_at: '2026-11-26T08:00:00Z',
  updated_at: '2026-11-26T08:00:00Z',
};
const BROCHURE: CatalogueItem = {
  ...LAMP,
  id: '0a4d9a34-5d55-4a0e-8f3b-0c5a3f1d7e02',
  kind: 'brochure',
  name: 'Lamps for hotels',
  price: null,
  minimum_quantity: null,
  file_path: `${VENDOR.id}/file-0a4d9a34-5d55-4a0e-8f3b-0c5a3f1d7e03.pdf`,
  file_name: 'Lamps for hotels.pdf',
  file_size: 400_000,
};

const dialog = page.getByRole('dialog');
const entries = page.getByRole('listitem');

async function showCatalogue(items: readonly CatalogueItem[], language: 'en' | 'ar' = 'en'): Promise<void> {
  answer(`GET ${ITEMS}`, () => rows(items));
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <main className="safe-x">
        <CataloguePage />
      </main>
    </CurrentProfileContext>,
    { as: VENDOR, language, known: [[queryKeys.team.booth(VENDOR.id), null]] },
  );
}

async function openForm(name: string) {
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog', { name });
}

describe('a product', () => {
  test('needs a name, and is saved with its terms as they were written', async () => {
    await showCatalogue([]);
    await expect.element(page.getByRole('heading', { name: 'The catalogue is empty' })).toBeVisible();
    const form = await openForm('Add product');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form.getByRole('alert')).toHaveTextContent('Write a name.');
    await expect.element(form.getByLabelText('Product name')).toHaveFocus();
    expect(await lookFindings()).toEqual([]);

    await form.getByLabelText('Product name').fill(LAMP.name);
    await form.getByLabelText('Price').fill(LAMP.price ?? '');
    await form.getByLabelText('Minimum order').fill(LAMP.minimum_quantity ?? '');
    await form.getByLabelText('Description').fill(LAMP.description ?? '');
    let saved: unknown;
    answer(`POST ${ITEMS}`, async (request) => {
      saved = await request.json();
      answer(`GET ${ITEMS}`, () => rows([LAMP]));
      return new Response(null, { status: 201 });
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(entries.filter({ hasText: LAMP.name })).toHaveTextContent('USD 12.50–15.00 FOB');
    const { name, price, minimum_quantity, description } = LAMP;
    expect(saved).toMatchObject({
      owner_id: VENDOR.id,
      kind: 'product',
      language: 'en',
      name,
      price,
      minimum_quantity,
      description,
    });
  });

  test('shows its picture before it is saved, and may do without', async () => {
    await showCatalogue([]);
    const form = await openForm('Add product');
    await chooseFile(form.getByRole('button', { name: 'Choose a picture' }), await blankCard());
    await expect.element(form.getByRole('img', { name: 'Picture' })).toBeVisible();
    await form.getByRole('button', { name: 'Take the picture out' }).click();
    await expect.element(form.getByRole('img', { name: 'Picture' })).not.toBeInTheDocument();
    await chooseFile(form.getByRole('button', { name: 'Choose a picture' }), pdf('lamp.pdf'));
    await expect.element(form.getByRole('alert')).toHaveTextContent('Choose a picture.');
  });

  test('that is not saved stays in the form', async () => {
    answer(`POST ${ITEMS}`, () => Response.json({ code: 'PT409', message: 'full' }, { status: 409 }));
    answer(`PATCH ${ITEMS}`, () => rows([]));
    await showCatalogue([]);
    const form = await openForm('Add product');
    await form.getByLabelText('Product name').fill(LAMP.name);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast('Error', 'The catalogue is full. Remove an item that you no longer need.');
    await expect.element(form.getByLabelText('Product name')).toHaveValue(LAMP.name);
  });
});

test('a brochure is a PDF, which gives it its title', async () => {
  await showCatalogue([]);
  const form = await openForm('Add brochure');
  await form.getByLabelText('Title').fill('Prices');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Choose the PDF file of the brochure.');
  await form.getByLabelText('Title').fill('');
  const choose = form.getByRole('button', { name: 'Choose a PDF' });
  await chooseFile(choose, pdf('prices.docx'));
  await expect.element(form.getByRole('alert')).toBeVisible();
  await expect.element(form.getByLabelText('Title')).toHaveValue('');
  await chooseFile(choose, pdf('Lamps for hotels.pdf', 400_000));
  await expect.element(form.getByLabelText('Title')).toHaveValue('Lamps for hotels');
  await expect.element(form.getByText('400 kB')).toBeVisible();
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
});

test('an item is removed once that is confirmed', async () => {
  await showCatalogue([LAMP]);
  await page.getByRole('button', { name: 'Remove \u2068Brass desk lamp\u2069' }).click();
  await expect
    .element(dialog.getByText('It can no longer be sent. What was sent stays in its chats.'))
    .toBeVisible();
  let removed: string | null = null;
  answer(`DELETE ${ITEMS}`, (request) => {
    removed = new URL(request.url).searchParams.get('id');
    answer(`GET ${ITEMS}`, () => rows([]));
    return new Response(null, { status: 204 });
  });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText('The catalogue is empty')).toBeVisible();
  expect(removed).toBe(`eq.${LAMP.id}`);
});

test('many items are searched', async () => {
  const names = [
    'Brass desk lamp',
    'Floor lamp',
    'Pendant',
    'Lantern',
    'Spot',
    'Strip',
    'Bulb',
    'Shade',
    'Cable',
  ];
  await showCatalogue(names.map((name) => ({ ...LAMP, id: crypto.randomUUID(), name, description: null })));
  await expect.element(page.getByText('9 of 200 items')).toBeVisible();
  await page.getByRole('searchbox').fill('LAMP');
  await expect.element(page.getByText('2 items found')).toBeInTheDocument();
  expect(entries.elements()).toHaveLength(2);
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showCatalogue([LAMP, BROCHURE], language);
  await expect.element(entries.filter({ hasText: BROCHURE.name })).toHaveTextContent(/400/);
  expect(await lookFindings()).toEqual([]);
  await entries.filter({ hasText: LAMP.name }).getByRole('button').first().click();
  await expect.element(dialog).toBeVisible();
  expect(await lookFindings(), 'the form').toEqual([]);
});

function pdf(name: string, size = 2_000): File {
  const start = '%PDF-1.7\n';
  const content = start + 'x'.repeat(size - start.length);
  return new File([content], name, { type: 'application/pdf' });
}
