import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exportQueue } from '@/entities/export/export-queue.ts';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { Analytics, AnalyticsFigures } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { AnalyticsPage } from './analytics-page.tsx';

// A vendor's figures as charts, tables and files. The figures themselves are tested in apps/server/test/analytics.

const VENDOR = person();
const FORMULA = '=HYPERLINK("https://evil.example")';
const HOUR_MS = 60 * 60_000;
const START = Date.parse('2026-01-04T20:00:00Z');

const NOTHING: AnalyticsFigures = {
  scans: 0,
  joins: 0,
  code_joins: 0,
  asked: 0,
  answered: 0,
  leads: 0,
  wait_median: null,
  wait_p90: null,
};
const ONE: AnalyticsFigures = {
  ...NOTHING,
  scans: 1,
  joins: 1,
  code_joins: 1,
  asked: 1,
  answered: 1,
  leads: 1,
  wait_median: 40,
  wait_p90: 40,
};

function figures(days: 1 | 7, given: Partial<Analytics> = {}): Analytics {
  const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
  const steps = days === 1 ? 24 : 7;
  const length = days === 1 ? 1 : 24;
  return {
    unit: days === 1 ? 'hour' : 'day',
    from: at(0),
    to: at(steps * length),
    read_at: at(12),
    before_from: at(-24 * days),
    before_until: at(12 - 24 * days),
    current: ONE,
    before: NOTHING,
    series: Array.from({ length: steps }, (_, step) => {
      const count = step === 5 ? 1 : 0;
      return { at: at(step * length), scans: count, joins: count, answered: count, joins_before: 0 };
    }),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, scans: hour === 5 ? 1 : 0, joins: 0 })),
    languages: [{ language: 'ar', joins: 1, answered: 1, leads: 1 }],
    codes: [{ id: 'code', label: FORMULA, scans: 1, joins: 1, answered: 1, leads: 1 }],
    waits: [1, 0, 0, 0, 0, 0],
    people: [],
    ...given,
  };
}

/** Answers with the figures of one day, or of a week. */
function serve(given: Partial<Analytics> = {}): void {
  answer('POST /rest/v1/rpc/vendor_analytics', async (request) => {
    const { first_day, last_day } = (await request.json()) as Record<'first_day' | 'last_day', string>;
    return json(figures(first_day === last_day ? 1 : 7, given));
  });
}

function showAnalytics(search = '') {
  return renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <AnalyticsPage />
    </CurrentProfileContext>,
    {
      as: VENDOR,
      at: `/vendor-dashboard/analytics${search}`,
      known: [
        [queryKeys.team.booth(VENDOR.id), null],
        [queryKeys.sessions.list(VENDOR.id), []],
      ],
    },
  );
}

const rowsOf = (table: string) => page.getByRole('table', { name: table }).getByRole('row');

afterEach(exportQueue.stop);

test('without figures the page says how to get some', async () => {
  serve({ current: NOTHING });
  await showAnalytics();
  await expect.element(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Go to the booth codes' }))
    .toHaveAttribute('href', '/vendor-dashboard/qr-codes');
});

test('every chart is a table, too, and a file in which nothing runs', async () => {
  serve();
  await showAnalytics();
  for (const step of ['Scans', 'Chats', 'Answered', 'Leads']) {
    await expect.element(rowsOf('From scan to lead').filter({ hasText: `${step}10` })).toBeInTheDocument();
  }
  await expect.element(page.getByText('100% of scans joined')).toBeVisible();
  await page.getByRole('button', { name: 'Show as table: Languages' }).click();
  await expect.element(rowsOf('Languages').filter({ hasText: 'العربية111' })).toBeVisible();
  expect(rowsOf('Hour by hour').elements()).toHaveLength(25);
  expect(await lookFindings()).toEqual([]);

  answer('POST /rest/v1/data_exports', () => new Response(null, { status: 201 }));
  const file = await download(page.getByRole('button', { name: 'Download CSV: Busiest codes' }));
  expect(file.name).toMatch(/^analytics-\d{4}-\d\d-\d\d-codes\.csv$/);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.content.arrayBuffer());
  expect(text).toBe(
    '\uFEFF"Booth code","Scans","Chats","Answered","Leads"\r\n"\'=HYPERLINK(""https://evil.example"")","1","1","1","1"\r\n',
  );
});

test('the period stays in the address', async () => {
  serve();
  const { unmount } = await showAnalytics();
  const week = page.getByRole('button', { name: '7 days' });
  await week.click();
  await expect.poll(() => rowsOf('Day by day').elements().length).toBe(8);
  await expect.element(page.getByRole('heading', { name: 'Busiest hours' })).toBeVisible();
  await unmount();

  await showAnalytics(location.search);
  await expect.element(week).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => rowsOf('Day by day').elements().length).toBe(8);
});

test('a team sees what each of its people did', async () => {
  const people = [
    { id: 'lina', name: 'Lina Haddad', member: true, answered: 3, wait_median: 40, leads: 2 },
    { id: 'omar', name: 'Omar Aziz', member: false, answered: 1, wait_median: null, leads: 0 },
  ];
  serve({ people });
  await showAnalytics();
  await expect.element(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
  await expect.element(rowsOf('People').filter({ hasText: 'Lina Haddad3402' })).toBeInTheDocument();
  await expect.element(rowsOf('People').filter({ hasText: 'Omar Aziz' })).toHaveTextContent('1–0');
});
