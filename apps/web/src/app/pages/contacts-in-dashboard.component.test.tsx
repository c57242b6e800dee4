import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { ContactsView } from '@/features/contacts/components/contacts-view.tsx';
import { DashboardLayout } from '@/features/dashboard/components/dashboard-layout.tsx';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { DESKTOP } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';

// The table of contacts beside the menu and the sponsors, which leave it little room.

const VENDOR = person({ language: 'ar' });
const CONTACTS = [
  ['karim.alhaddad@nakheel-gulf.example', 'شركة نخيل الخليج للتجارة'],
  ['schwarzenberger@elektro-nord.example', 'Elektrizitätsgesellschaft Nord'],
].map(([email = '', company = '']) =>
  person({ role: 'visitor', name: '陈思远', email, company, phone: '+971 4 555 0142' }),
);

test('addresses break between their parts, and long words push nothing out of the table', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <Routes>
        <Route element={<DashboardLayout />}>
          <Route
            path="*"
            element={<ContactsView contacts={CONTACTS} startingWith={null} onStartChat={() => {}} />}
          />
        </Route>
      </Routes>
    </CurrentProfileContext>,
    {
      language: 'ar',
      as: VENDOR,
      at: '/vendor-dashboard/contacts',
      known: [
        [queryKeys.team.booth(VENDOR.id), null],
        [queryKeys.sessions.list(VENDOR.id), []],
      ],
    },
  );
  expect(page.getByRole('row').elements()).toHaveLength(3);
  const address = page.getByText('nakheel-gulf').element();
  const column = address.closest('td')?.getBoundingClientRect().right ?? 0;
  const indent = column - address.getBoundingClientRect().right;
  expect(indent, 'px between where the column and the address begin').toBeLessThan(16);
  expect(brokenParts(), 'parts of addresses on more than one line').toEqual([]);
  for (const width of [768, 1024, 1280, 1440]) {
    await page.viewport(width, DESKTOP.height);
    await expect.poll(overhang, { message: `px cut off at ${width} px` }).toBe(0);
  }
});

/** @returns the parts of the addresses in the table that span more than one line */
function brokenParts(): string[] {
  return [...document.querySelectorAll('tbody bdi[dir=ltr]')].flatMap((address) =>
    [...address.childNodes].flatMap((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getClientRects().length > 1 ? [part.textContent ?? ''] : [];
    }),
  );
}

/** @returns by how many px the table is wider than its frame, which cuts it off */
function overhang(): number {
  const table = page.getByRole('table').element();
  return Math.max(0, table.scrollWidth - (table.parentElement?.clientWidth ?? 0) - 1);
}
