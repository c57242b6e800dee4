import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { VisitorsPage } from './visitors-page.tsx';

const VENDOR = person();
const GUEST = person({ role: 'visitor', name: 'Adam West' });
const SESSIONS = 'GET /rest/v1/sessions';

async function showPage(): Promise<void> {
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <VisitorsPage />
    </CurrentProfileContext>,
    { as: VENDOR, known: [[queryKeys.team.booth(VENDOR.id), null]] },
  );
}

test('the list says that it loads', async () => {
  answer(SESSIONS, () => new Promise(() => {}));
  await showPage();
  await expect.element(page.getByText('Loading contacts...')).toBeVisible();
});

test('a list that does not load says so and loads on a second try', async () => {
  answer(SESSIONS, () => new Response('crash', { status: 500 }));
  await showPage();
  await expect.element(page.getByRole('alert').getByText('This did not load')).toBeVisible();
  expect(await lookFindings()).toEqual([]);

  answer(SESSIONS, () => rows([{ visitor_id: GUEST.id, request_state: null }]));
  answer('GET /rest/v1/shared_profiles', () => rows([GUEST]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('1 contact', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Adam West', { exact: true })).toBeVisible();
});

test('a chat that cannot be started is only logged, and can be started again', async () => {
  answer(SESSIONS, () => rows([{ visitor_id: GUEST.id, request_state: null }]));
  answer('GET /rest/v1/shared_profiles', () => rows([GUEST]));
  answer('POST /rest/v1/sessions', () => json({ code: '23514', message: 'closed' }, 400));
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await showPage();
  const start = page.getByRole('button', { name: 'Start Chat' });
  await start.click();
  await expect
    .poll(() => log.mock.calls)
    .toEqual([['Session creation from contacts failed', expect.anything()]]);
  log.mockRestore();
  await expect.element(start).toBeEnabled();
  expect(
    page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('listitem')
      .elements(),
  ).toEqual([]);

  let asked: unknown;
  answer('POST /rest/v1/sessions', async (request) => {
    asked = await request.json();
    return json(asked, 201);
  });
  await start.click();
  await expect.poll(() => location.pathname).toMatch(/^\/chat\//);
  expect(asked).toMatchObject({ vendor_id: VENDOR.id, visitor_id: GUEST.id });
});

test('a vendor who has met nobody yet is told how visitors come', async () => {
  answer(SESSIONS, () => rows([]));
  await showPage();
  await expect.element(page.getByRole('heading', { name: 'No visitors yet' })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
