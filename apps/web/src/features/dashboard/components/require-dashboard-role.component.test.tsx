import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { STRANGE_ANSWERS, WORDS_OF_STRANGERS } from '@/shared/testing/strange-answers.ts';
import { RequireDashboardRole } from './require-dashboard-role.tsx';

const VENDOR = person();
const PROFILE = 'GET /rest/v1/profiles';
const content = page.getByText('The page itself', { exact: true });

async function showDashboard(): Promise<void> {
  await renderInApp(
    <Routes>
      <Route element={<RequireDashboardRole dashboard="vendor" />}>
        <Route path="/vendor-dashboard" element={<p>The page itself</p>} />
      </Route>
    </Routes>,
    {
      at: '/vendor-dashboard',
      as: VENDOR,
      readsProfile: true,
      known: [
        [queryKeys.team.booth(VENDOR.id), null],
        [queryKeys.sessions.list(VENDOR.id), []],
      ],
    },
  );
}

test('a profile that does not load can be tried again, and left', async () => {
  answer(PROFILE, STRANGE_ANSWERS['the page of a captive portal']);
  await showDashboard();
  await expect.element(page.getByRole('heading', { name: 'Your profile did not load' })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  expect(document.body.textContent).not.toMatch(WORDS_OF_STRANGERS);
  expect(await lookFindings()).toEqual([]);

  answer(PROFILE, () => rows([VENDOR]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(content).toBeVisible();
});

// The clock is the test's own.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('a slow network is called slow', async () => {
  let give: (response: Response) => void = () => {};
  answer(
    PROFILE,
    () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  );
  await showDashboard();
  await expect.element(page.getByText('Loading...')).toBeVisible();
  vi.advanceTimersByTime(5_000);
  await expect
    .element(page.getByText('This takes longer than usual. The network may be slow.'))
    .toBeVisible();
  give(rows([VENDOR]));
  await expect.element(content).toBeVisible();
});
