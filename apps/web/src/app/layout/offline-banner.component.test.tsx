import { Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { ChatListPage } from '@/features/chat-list/components/chat-list-page.tsx';
import { VisitorsPage } from '@/features/contacts/components/visitors-page.tsx';
import { DashboardLayout } from '@/features/dashboard/components/dashboard-layout.tsx';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { chatListItem } from '@/shared/testing/chats.ts';
import { DESKTOP, PHONE } from '@/shared/testing/looks.ts';
import { restoreNetwork, setNetwork } from '@/shared/testing/network.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { STRANGE_ANSWERS } from '@/shared/testing/strange-answers.ts';
import { OfflineBanner } from './offline-banner.tsx';

const VENDOR = person();
const SALMA = person({ role: 'visitor', name: 'Salma Haddad', company: 'Cedar Homes' });
/** Between two questions to a server that does not answer, ms. */
const PROBE_MS = 5_000;

const banner = page.getByRole('status').filter({ hasText: /You are offline|No connection to the server/ });

async function showDashboard(section: string): Promise<void> {
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <OfflineBanner />
      <Routes>
        <Route path="/vendor-dashboard" element={<DashboardLayout />}>
          <Route path="sessions" element={<ChatListPage />} />
          <Route path="contacts" element={<VisitorsPage />} />
        </Route>
      </Routes>
    </CurrentProfileContext>,
    {
      at: `/vendor-dashboard/${section}`,
      as: VENDOR,
      known: [
        [queryKeys.team.booth(VENDOR.id), null],
        [queryKeys.sessions.list(VENDOR.id), [chatListItem(VENDOR, SALMA)]],
      ],
    },
  );
}

afterEach(() => {
  vi.useRealTimers();
  restoreNetwork();
});

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])(
  'on %s it says that the network is away, moves nothing, and goes by itself',
  async (_name, { width, height }) => {
    await page.viewport(width, height);
    await showDashboard('sessions');
    const name = page.getByText('Salma Haddad', { exact: true });
    await expect.element(name).toBeVisible();
    const place = () => name.element().getBoundingClientRect().toJSON();
    const before = place();

    setNetwork(false);
    await expect.element(banner).toHaveTextContent('You are offline');
    expect(place()).toEqual(before);
    setNetwork(true);
    await expect.element(banner).not.toBeInTheDocument();
  },
);

test('it says that what answers is not the server, until that is back, and the page recovers by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const portal = STRANGE_ANSWERS['the page of a captive portal'];
  answer('GET /rest/v1/sessions', portal);
  answer('GET /auth/v1/health', portal);
  await showDashboard('contacts');
  await expect.element(banner).toHaveTextContent('No connection to the server');
  await expect.element(page.getByText('This did not load')).toBeVisible();

  answer('GET /auth/v1/health', () => json({ name: 'GoTrue' }));
  answer('GET /rest/v1/sessions', () => rows([{ visitor_id: SALMA.id, request_state: null }]));
  answer('GET /rest/v1/shared_profiles', () => rows([SALMA]));
  vi.advanceTimersByTime(PROBE_MS);
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(page.getByText('Cedar Homes', { exact: true })).toBeVisible();
});
