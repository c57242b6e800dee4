import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, rows } from '@/shared/testing/answers.ts';
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

  answer(SESSIONS, () => rows([{ visitor_id: GUEST.id, request_state: null }]));
  answer('GET /rest/v1/shared_profiles', () => rows([GUEST]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('1 contact', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Adam West', { exact: true })).toBeVisible();
});
