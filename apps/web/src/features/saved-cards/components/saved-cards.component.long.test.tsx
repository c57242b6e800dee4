import type { CardContent } from '@dragoman/domain/cards/scanned-card';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exportQueue } from '@/entities/export/export-queue.ts';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard, chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { scannedCard, serveCards } from '@/shared/testing/scanned-cards.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { scanQueue } from '../api/scan-queue.ts';
import { SavedCards } from './saved-cards.tsx';

// Saved cards on the contacts page: paper business cards are scanned, checked and kept.

const CHEN = {
  name: 'Chen Siyuan',
  company: 'Yuanshan Trading',
  email: 'siyuan@yuanshan.example',
  phone: '+86 138 0013 8000',
};
const CHEN_AGAIN = { name: 'S. Chen', email: 'Siyuan@Yuanshan.example', phone: '+86 755 5550 1234' };

const READ = 'POST /functions/v1/process-business-card';

const dialog = page.getByRole('dialog');
const scan = page.getByRole('button', { name: 'Scan Business Card' });
const save = dialog.getByRole('button', { name: 'Save card' });
const scans = page.getByRole('region', { name: 'Scans to finish' });
const kept = page.getByRole('button', { name: 'Chen' });
const count = (text: string) => page.getByText(text, { exact: true });
const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });

afterEach(() => {
  scanQueue.stop();
  exportQueue.stop();
});

async function showCards(first: ((owner_id: string) => ScannedCard)[] = [], language: 'en' | 'ar' = 'en') {
  const vendor = person({ language });
  const server = serveCards(
    vendor.id,
    first.map((make) => make(vendor.id)),
  );
  await renderInApp(
    <CurrentProfileContext value={vendor}>
      <main>
        <SavedCards />
      </main>
    </CurrentProfileContext>,
    { as: vendor, language, known: [[queryKeys.team.booth(vendor.id), null]] },
  );
  return server;
}

const chensCard =
  (values: Partial<ScannedCard> = {}) =>
  (owner_id: string) =>
    scannedCard({ ...CHEN, owner_id, ...values });

function readAs(data: object): void {
  answer(READ, () => json({ success: true, data }));
}

test('what was read is checked beside the picture before anything is saved', async () => {
  const server = await showCards();
  await expect.element(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  readAs({ ...CHEN, uncertain: ['email'], alternatives: { nativeName: '陈思远', latinName: CHEN.name } });
  await chooseFile(scan, await blankCard());
  await expectToast('Business card processed', 'Information has been extracted from your business card.');
  await expect.element(dialog.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  await expect
    .element(field('Email'))
    .toHaveAccessibleDescription('Hard to read. Please compare it with your picture.');

  await dialog.getByRole('button', { name: 'Use 陈思远 instead' }).click();
  await expect.element(field('Name')).toHaveValue('陈思远');
  // The card also keeps the name in the script that does not fill the field.
  await expect.element(field('Note')).toHaveValue(CHEN.name);
  await dialog.getByRole('button', { name: `Use ${CHEN.name} instead` }).click();
  await expect.element(field('Name')).toHaveValue(CHEN.name);
  await expect.element(field('Note')).toHaveValue('陈思远');
  expect(await lookFindings()).toEqual([]);

  await field('Email').fill('siyuan at yuanshan');
  await save.click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Invalid email address');
  expect(server.written).toEqual([]);
  await field('Email').fill(CHEN.email);
  await field('Tags').fill('lamps， 照明, VIP');
  await save.click();
  await expectToast('Card saved');
  await expect.element(count('1 card')).toBeVisible();
  await expect.element(scans).not.toBeInTheDocument();
  const written = { ...CHEN, tags: ['lamps', '照明', 'VIP'], note: '陈思远', designation: null };
  expect(server.written).toEqual([expect.objectContaining(written)]);
});

test('another card of the same person is recognised, and merged without losing anything', async () => {
  await showCards([chensCard()]);
  readAs(CHEN_AGAIN);
  await chooseFile(scan, await blankCard());
  await expect.element(dialog.getByText(/This looks like .*Chen Siyuan/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText('2 cards look like the same person')).toBeVisible();

  let merge: unknown;
  answer('POST /rest/v1/rpc/merge_scanned_cards', async (request) => {
    merge = await request.json();
    return json({ code: 'PT409', message: 'Changed' }, 409);
  });
  await page.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('radio', { name: CHEN.name }).click();
  await dialog.getByRole('radio', { name: CHEN.phone }).click();
  await expect.element(dialog.getByText(`Phone: ${CHEN_AGAIN.phone}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge 2 cards' }).click();
  await expectToast('Error', 'One of these cards has just changed. Please look again.');
  await expect
    .poll(() => merge)
    .toMatchObject({
      others: [expect.any(String)],
      card: {
        name: CHEN.name,
        phone: CHEN.phone,
        note: expect.stringContaining(`Phone: ${CHEN_AGAIN.phone}`),
      },
    });

  answer('POST /rest/v1/rpc/merge_scanned_cards', async (request) => {
    const { kept: id, card: content } = (await request.json()) as { kept: string; card: CardContent };
    return json(scannedCard({ ...content, id, owner_id: 'owner' }));
  });
  await dialog.getByRole('button', { name: 'Merge 2 cards' }).click();
  await expectToast('Cards merged');
  await expect.element(count('1 card')).toBeVisible();
  await expect.element(page.getByText('look like the same person')).not.toBeInTheDocument();
});

test('cards that are kept apart are not asked about again', async () => {
  await showCards([chensCard(), chensCard(CHEN_AGAIN)]);
  await page.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Keep them apart' }).click();
  await expect.element(page.getByText('look like the same person')).not.toBeInTheDocument();
  await expect.element(count('2 cards')).toBeVisible();
});

test('a card is edited, and found by what is on it', async () => {
  const server = await showCards([chensCard({ note: '陈思远', tags: ['照明', 'VIP'] })]);
  await kept.click();
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await field('Designation').fill('Purchasing Manager');
  await save.click();
  await expect.element(page.getByText('Purchasing Manager')).toBeVisible();
  expect(server.written).toEqual([expect.objectContaining({ ...CHEN, designation: 'Purchasing Manager' })]);

  const search = page.getByRole('searchbox', { name: 'Search cards' });
  for (const query of ['purchasing', '陈思远', '138 0013', 'vip']) {
    await search.fill(query);
    await expect.element(count('1 card found')).toBeVisible();
  }
  await search.fill('nobody');
  await expect.element(page.getByRole('heading', { name: 'No card found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all cards' }).click();
  const tags = page.getByRole('group', { name: 'Show cards with a tag' });
  await tags.getByRole('button', { name: '照明' }).click();
  await expect.element(count('1 card found')).toBeVisible();
});

test('the cards are exported, and the export is recorded', async () => {
  await showCards([chensCard({ tags: ['lamps', '照明'] })]);
  const recorded: unknown[] = [];
  answer('POST /rest/v1/data_exports', async (request) => {
    recorded.push(await request.json());
    return new Response(null, { status: 201 });
  });
  const table = await download(page.getByRole('button', { name: 'Export CSV' }));
  expect(table.name).toBe('Card box.csv');
  // `text` would leave out the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await table.content.arrayBuffer());
  expect(text).toMatch(/^\uFEFF"Name","Company"/);
  expect(text).toContain(`"'${CHEN.phone}"`);
  expect(text).toContain('"lamps, 照明"');
  const vCards = await download(page.getByRole('button', { name: 'Export vCard' }));
  expect(vCards.name).toBe('Card box.vcf');
  expect(await vCards.content.text()).toContain('FN:Chen Siyuan\r\n');
  expect(recorded).toEqual([
    expect.objectContaining({ kind: 'cards', format: 'csv', items: 1 }),
    expect.objectContaining({ kind: 'cards', format: 'vcard', items: 1 }),
  ]);
});

test('a card is deleted when one says so twice, and comes back', async () => {
  const server = await showCards([chensCard()]);
  const [before] = server.cards;
  await kept.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  expect(server.cards).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Delete card' }).click();
  await expect.element(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(kept).toBeVisible();
  expect(server.written).toEqual([expect.objectContaining({ ...CHEN, id: before?.id })]);
});

describe('without the server', () => {
  const rowsOfScans = scans.getByRole('listitem');

  test('scans wait, can be discarded and put back, and are read later', async () => {
    await showCards([() => scannedCard({ name: 'Ada Okafor', tags: ['VIP'] })]);
    await expect.element(count('1 card')).toBeVisible();
    answer(READ, () => Promise.reject(new TypeError('Failed to fetch')));
    answer('GET /auth/v1/health', () => Promise.reject(new TypeError('Failed to fetch')));
    await chooseFile(scan, await blankCard());
    await expect.element(scans.getByText('Waiting for network')).toBeVisible();
    await chooseFile(scan, await blankCard());
    await expect.poll(() => rowsOfScans.elements().length).toBe(2);
    expect(await lookFindings()).toEqual([]);

    await scans.getByRole('button', { name: 'Discard' }).first().click();
    await expect.poll(() => rowsOfScans.elements().length).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rowsOfScans.elements().length).toBe(2);
    await scans.getByRole('button', { name: 'Discard' }).first().click();
    await expect.poll(() => rowsOfScans.elements().length).toBe(1);

    readAs(CHEN);
    answer('GET /auth/v1/health', () => json({ name: 'GoTrue' }));
    // The picture that was chosen last opens by itself.
    await expect.element(field('Name')).toHaveValue(CHEN.name);
    await save.click();
    await expect.element(kept).toBeVisible();
    await expect.element(scans).not.toBeInTheDocument();
  });
});

test('the box looks right on a phone, in ar', async () => {
  await showCards([chensCard({ note: '陈思远', tags: ['照明', 'VIP'] }), chensCard(CHEN_AGAIN)], 'ar');
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
