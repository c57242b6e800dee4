import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import type { People } from '../fixtures/people.ts';
import { meetPeople } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { appears } from '../pages/appears.ts';

const GUESTS = [
  { name: 'Zoë Ångström', company: 'Nordlys', language: 'en' },
  { name: 'أحمد المنصوري', company: 'مؤسسة الواحة', language: 'ar' },
  { name: '陈思远', company: '远山贸易', language: 'zh' },
  { name: 'Adam West', company: '', phone: '+1 206 555 0100', language: 'en' },
] as const;

/** A vendor who has met the four guests. */
async function meetGuests(people: People) {
  const vendor = await people.vendor();
  for (const guest of GUESTS) await people.meet(vendor, await people.visitor(guest));
  return vendor;
}

function rowNames(page: Page): Promise<string[]> {
  return page.locator('tbody tr td:first-child bdi').allTextContents();
}

test('a search finds people in all scripts, however they are typed', async ({ people, openPage }) => {
  const page = await openPage(DESKTOP, { as: await meetGuests(people) });
  await page.goto('/vendor-dashboard/contacts');
  await expect(page.getByText('4 contacts', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search contacts' });
  for (const [query, name] of [
    ['zoe ANGSTROM', 'Zoë Ångström'],
    ['احمد', 'أحمد المنصوري'],
    ['موسسه', 'أحمد المنصوري'],
    ['远山', '陈思远'],
    ['adam', 'Adam West'],
  ] as const) {
    await search.fill(query);
    await expect(page.getByText('1 contact found', { exact: true })).toBeVisible();
    await expect.poll(() => rowNames(page)).toEqual([name]);
  }

  await search.fill('nobody of that name');
  await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page.getByText('4 contacts', { exact: true })).toBeVisible();
});

test('a click on a heading sorts, says so, and keeps missing values last @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await meetGuests(people) });
  await page.goto('/vendor-dashboard/contacts');
  const heading = (name: string) => page.getByRole('columnheader', { name });
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Company')).toHaveAttribute('aria-sort', 'none');

  await heading('Company').getByRole('button').click();
  await expect(heading('Company')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'none');
  const upwards = await rowNames(page);
  expect(upwards.at(-1)).toBe('Adam West');

  await heading('Company').getByRole('button').click();
  await expect(heading('Company')).toHaveAttribute('aria-sort', 'descending');
  const [missing, ...sorted] = upwards.toReversed();
  await expect.poll(() => rowNames(page)).toEqual([...sorted, missing]);

  await expect(page.getByRole('row', { name: /Adam West/ }).getByText('N/A')).toHaveCount(1);
});

test('on a phone the order is chosen above the cards @long', async ({ people, openPage }) => {
  const page = await openPage(PHONE, { as: await meetGuests(people) });
  await page.goto('/vendor-dashboard/contacts');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('phone');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.first()).toContainText('Adam West');
  // Entries without a number stay below those with one.
  await page.getByRole('button', { name: 'Ascending order' }).click();
  await expect(page.getByRole('button', { name: 'Descending order' })).toBeVisible();
  await expect(cards.first()).toContainText('Adam West');
});

test('addresses break between their parts, and long words push nothing out of the table @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor({ language: 'ar' });
  for (const [email, company] of [
    ['karim.alhaddad@nakheel-gulf.example', 'شركة نخيل الخليج للتجارة'],
    ['schwarzenberger@elektro-nord.example', 'Elektrizitätsgesellschaft Nord'],
  ] as const) {
    const visitor = await people.visitor({ company, phone: '+971 4 555 0142' });
    const { error } = await visitor.client.from('profiles').update({ email }).eq('id', visitor.profileId);
    expect(error).toBeNull();
    await people.meet(vendor, visitor);
  }
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard/contacts');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('row')).toHaveCount(3);
  const indent = await page
    .getByText('nakheel-gulf')
    .evaluate(
      (it) => (it.closest('td')?.getBoundingClientRect().right ?? 0) - it.getBoundingClientRect().right,
    );
  expect(indent, 'px between where the column and the address begin').toBeLessThan(16);
  expect(await brokenParts(page), 'parts of addresses on more than one line').toEqual([]);
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overhang(page), { message: `px cut off at ${width} px` }).toBe(0);
  }
});

/** @returns the parts of the addresses in the table that span more than one line */
function brokenParts(page: Page): Promise<string[]> {
  return page.locator('tbody bdi[dir=ltr]').evaluateAll((addresses) =>
    addresses.flatMap((address) =>
      [...address.childNodes].flatMap((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getClientRects().length > 1 ? [part.textContent ?? ''] : [];
      }),
    ),
  );
}

/** @returns by how many px the table is wider than its frame, which cuts it off */
function overhang(page: Page): Promise<number> {
  return page
    .getByRole('table')
    .evaluate((table) => Math.max(0, table.scrollWidth - (table.parentElement?.clientWidth ?? 0) - 1));
}

test('a list that does not load says so and loads on a second try', async ({ people, openPage, wire }) => {
  const vendor = await meetGuests(people);
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin });
  await page.clock.install();
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  // Only the answer fails: the page would read again by itself after a connection that was lost.
  wire.answer((path) =>
    /^\/rest\/v1\/sessions/.test(path) ? { status: 500, type: 'text/plain', body: 'crash' } : undefined,
  );
  const loading = appears(page, 'Loading contacts...');
  await page.getByRole('navigation').getByRole('link', { name: 'Visitors' }).click();
  await loading;
  const failure = page.getByRole('alert').getByText('This did not load');
  await expect(async () => {
    await page.clock.fastForward('00:05');
    await expect(failure).toBeVisible({ timeout: 250 });
  }).toPass();
  wire.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('4 contacts', { exact: true })).toBeVisible();
});

// Starts a server of its own. How rows are read in parts is in shared/api/read-all-rows.test.ts.
test('a list longer than one answer of the server is shown whole @long', async ({ openPage, browser }) => {
  test.slow();
  // Three rows here take the part of an event's 1,000.
  const server = await startProductServer({ MAX_ROWS: '3' });
  try {
    const people = await meetPeople(server.origin);
    const vendors = [];
    for (let i = 1; i <= 8; i++) {
      vendors.push(await people.vendor({ name: `Vendor ${i}`, company: `Stand ${i}` }));
    }
    const visitor = await people.visitor();
    const page = await openPage(DESKTOP, { as: visitor, origin: server.origin, browser });
    await page.goto('/visitor-dashboard/contacts');
    await expect(page.getByText('8 contacts', { exact: true })).toBeVisible();
    await expect.poll(() => rowNames(page)).toEqual(vendors.map(({ profile }) => profile.name));
  } finally {
    await server.dispose();
  }
});
