import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { OverviewPage } from './overview-page.tsx';

test('the first day of a vendor begins with the next step', async () => {
  const vendor = person();
  const { id } = vendor;
  await renderInApp(
    <CurrentProfileContext value={vendor}>
      <OverviewPage />
    </CurrentProfileContext>,
    {
      as: vendor,
      known: [
        [queryKeys.team.booth(id), null],
        [queryKeys.sessions.list(id), []],
        [queryKeys.sessions.stats(id, id), { count: 0, lastActivity: null }],
        [queryKeys.sessions.visitorCount(id, id), 0],
        [queryKeys.leads.due(id, localDay()), { people: [], count: 0 }],
      ],
    },
  );
  await expect
    .element(page.getByRole('link', { name: 'Generate QR' }).first())
    .toHaveAttribute('href', '/vendor-dashboard/qr-codes');
  await expect.element(page.getByText('My Contact Information')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
