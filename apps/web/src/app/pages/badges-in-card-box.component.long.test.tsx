import { Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';
import wasmUrl from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { scanQueue } from '@/features/saved-cards/api/scan-queue.ts';
import { BadgeScanPage } from '@/features/scanner/components/badge-scan-page.tsx';
import type { BadgeAttendee, ScannedCard } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { person } from '@/shared/testing/people.ts';
import { chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { scannedCard, serveCards } from '@/shared/testing/scanned-cards.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { VendorContactsPage } from './contacts-pages.tsx';

// Codes of badges, from their pictures to the card box (docs/badges.md). Chromium on Linux has no BarcodeDetector, so the WebAssembly reader
// reads them.

const form = page.getByRole('dialog', { name: 'New card' });
const field = (name: string) => form.getByRole('textbox', { name, exact: true });
const save = form.getByRole('button', { name: 'Save card' });

afterEach(scanQueue.stop);

type Symbology = NonNullable<WriterOptions['format']>;

async function picture(format: Symbology, text: string): Promise<File> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
  const { image } = await writeBarcode(text, { format, scale: 4 });
  if (!image) throw new Error(`No picture of a code: ${format}`);
  // A badge has more white around its code than a code needs.
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width + 80, bitmap.height + 80);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 40, 40);
  return new File([await canvas.convertToBlob()], 'badge.png', { type: 'image/png' });
}

async function showCardBox(first: Partial<ScannedCard>[] = []) {
  const vendor = person();
  const server = serveCards(
    vendor.id,
    first.map((values) => scannedCard({ owner_id: vendor.id, ...values })),
  );
  answer('POST /rest/v1/rpc/match_badges', () => json(0));
  await renderInApp(
    <CurrentProfileContext value={vendor}>
      <Routes>
        <Route path="/vendor-dashboard">
          <Route path="contacts" element={<VendorContactsPage />} />
          <Route path="contacts/scan-badge" element={<BadgeScanPage />} />
        </Route>
      </Routes>
    </CurrentProfileContext>,
    {
      as: vendor,
      at: '/vendor-dashboard/contacts?box',
      known: [[queryKeys.team.booth(vendor.id), null]],
    },
  );
  return server;
}

async function scanBadge(format: Symbology, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Scan a badge' }).click();
  await expect.element(page.getByRole('heading', { name: 'Scan a badge' })).toHaveFocus();
  const choose = page.getByRole('button', { name: 'Choose a picture of the code' });
  await chooseFile(choose, await picture(format, text));
}

/** The list of attendees answers what an earlier request has asked for (docs/adr/0084). */
function serveAttendee(attendee: BadgeAttendee): void {
  let asked = 0;
  answer('POST /rest/v1/rpc/badge_attendee', () => {
    asked += 1;
    return json(asked > 1 ? [attendee] : []);
  });
}

test('a link is no person, a contact fills a card, and an opaque id is a card without a name', async () => {
  const server = await showCardBox();
  await scanBadge('DataMatrix', 'https://expo.example/visitor?id=1');
  await expectToast('This code names no person');
  history.back();

  await scanBadge('PDF417', 'MECARD:N:Okafor,Ada;ORG:Benue Agro Ltd;;');
  await expect.element(field('Company')).toHaveValue('Benue Agro Ltd');
  await save.click();
  await expectToast('Card saved');
  await expect.element(page.getByText('Ada Okafor')).toBeVisible();

  answer('POST /rest/v1/rpc/badge_attendee', () => json([]));
  await scanBadge('Aztec', '8F3A-22C1-0047');
  await expect.element(field('Badge ID')).toHaveValue('8F3A-22C1-0047');
  await expect.element(field('Name')).toHaveValue('');
  await save.click();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(page.getByText('Badge \u20688F3A-22C1-0047\u2069')).toBeVisible();
  expect(server.written).toEqual([
    expect.objectContaining({ name: 'Ada Okafor', company: 'Benue Agro Ltd', badge: null }),
    expect.objectContaining({ name: null, badge: '8F3A-22C1-0047' }),
  ]);
  // A reload opens the form no more.
  await expect.poll(() => history.state?.usr ?? null).toBeNull();
});

test('a badge of the attendee list gets its person, and so does one that was kept before there was a list', async () => {
  const server = await showCardBox([{ badge: '8F3A-22C1-0047' }]);
  await expect.element(page.getByText('Badge \u20688F3A-22C1-0047\u2069')).toBeVisible();
  const nobody = { company: null, designation: null, email: null, phone: null };
  serveAttendee({ ...nobody, name: '李娜', company: '华灯照明' });
  await scanBadge('QRCode', '0012');
  await expect.element(field('Name')).toHaveValue('李娜');
  await expect.element(form.getByText("Found in the organiser's attendee list.")).toBeVisible();
  await save.click();
  await expect.element(page.getByText('华灯照明')).toBeVisible();
  const written = { name: '李娜', company: '华灯照明', badge: '0012' };
  expect(server.written).toEqual([expect.objectContaining(written)]);

  // The list came, and the box opens again.
  answer('POST /rest/v1/rpc/match_badges', () => {
    const waiting = server.cards.filter(({ name }) => name === null);
    for (const card of waiting) card.name = 'Ada Okafor';
    return json(waiting.length);
  });
  const tabs = page.getByRole('navigation', { name: 'Contacts' });
  answer('GET /rest/v1/sessions', () => json([]));
  for (const name of ['In the app', 'Card box']) {
    // A toast may lie over them.
    (tabs.getByRole('link', { name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(page.getByText('Ada Okafor')).toBeVisible();
  await expect.element(page.getByText('Badge \u20688F3A-22C1-0047\u2069')).not.toBeInTheDocument();
});
