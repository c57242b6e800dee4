import { DESKTOP } from '../fixtures/devices.ts';
import { meetPeople } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { expect, test } from '../fixtures/test.ts';

// How contacts are searched, sorted and laid out is in features/contacts/components/contacts-view.component.test.tsx of the web app.

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
    const names = page.locator('tbody tr td:first-child bdi');
    await expect(names).toHaveText(vendors.map(({ profile }) => profile.name));
  } finally {
    await server.dispose();
  }
});
