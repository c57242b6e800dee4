import type { Role } from '@dragoman/domain/roles';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import ar from '@/shared/i18n/ar.json';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { chatListItem } from '@/shared/testing/chats.ts';
import { showsFocus } from '@/shared/testing/focus.ts';
import { lookFindings, PHONE } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

const SIYUAN = person({ role: 'visitor', name: '陈思远', company: '远山贸易' });

const bar = page.getByRole('navigation', { name: 'Main pages' });
const more = bar.getByRole('button', { name: 'More' });
const drawer = page.getByRole('dialog', { name: 'Menu' });

/** A dashboard whose pages are a heading with their path, and longer than a screen. */
async function showDashboard(me: Profile, section = ''): Promise<void> {
  const chat = chatListItem(person(), SIYUAN, { unread_count: 1 });
  const longPage = (path: string) => (
    <div key={path} style={{ minBlockSize: '120vh' }}>
      <PageHeading title={`Page ${path}`} text="What it is for" />
    </div>
  );
  await renderInApp(
    <CurrentProfileContext value={me}>
      <Routes>
        <Route path={`${me.role}-dashboard`} element={<DashboardLayout />}>
          {['', 'sessions', 'contacts', 'leads', 'scan', 'profile'].map((path) => (
            <Route key={path} path={path} element={longPage(path)} />
          ))}
        </Route>
      </Routes>
    </CurrentProfileContext>,
    {
      at: `/${me.role}-dashboard${section}`,
      language: me.language,
      as: me,
      known: [
        [queryKeys.team.booth(me.id), null],
        [queryKeys.sessions.list(me.id), [chat]],
      ],
    },
  );
}

function lowerEdge(): number {
  return Math.round(bar.element().getBoundingClientRect().bottom);
}

describe('the tab bar', () => {
  test('names five places, says where one is, and stays at the lower edge', async () => {
    await showDashboard(person());
    const places = bar.getByRole('listitem');
    await expect.element(places.nth(1)).toHaveTextContent(/^Chats1/);
    expect(places.elements().map((it) => it.textContent)).toEqual([
      'Overview',
      expect.stringMatching(/^Chats1/),
      'QR code',
      'Leads',
      'More',
    ]);
    await expect.element(bar.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await expect.element(bar.getByRole('link', { name: 'Chats 1 chat with something new' })).toBeVisible();
    expect(lowerEdge()).toBe(PHONE.height);

    await bar.getByRole('link', { name: 'Leads' }).click();
    await expect.element(page.getByRole('heading', { name: 'Page leads' })).toHaveFocus();
    expect([...bar.element().querySelectorAll('[aria-current=page]')].map((it) => it.textContent)).toEqual([
      'Leads',
    ]);
    expect(lowerEdge()).toBe(PHONE.height);
  });

  test('is at the end of the page in a low view', async () => {
    await showDashboard(person());
    await page.viewport(844, 390);
    await expect.element(bar).not.toBeInViewport();
    bar.element().scrollIntoView({ behavior: 'instant' });
    await expect.element(bar).toBeInViewport();
  });

  test('has the scanner and the vendors of a visitor, in Arabic from the right', async () => {
    await showDashboard(person({ role: 'visitor', language: 'ar' }));
    const places = page.getByRole('navigation', { name: ar.nav.tabs }).getByRole('listitem');
    await expect.element(places.first()).toBeVisible();
    const { overview, chats, scan, vendors, more: others } = ar.nav;
    expect(places.elements().map((it) => it.querySelector('span + span')?.textContent)).toEqual([
      overview,
      chats,
      scan,
      vendors,
      others,
    ]);
    const xs = places.elements().map((it) => it.getBoundingClientRect().x);
    expect(xs).toEqual(xs.toSorted((a, b) => b - a));
    await places.nth(2).getByRole('link').click();
    expect(location.pathname).toBe('/visitor-dashboard/scan');
  });
});

describe('the drawer', () => {
  test('has all sections of the specification', async () => {
    await showDashboard(person());
    await more.click();
    for (const name of ['Overview', 'Sessions', 'Visitors', 'Generate QR', 'Profile']) {
      await expect.element(drawer.getByRole('link', { name })).toBeVisible();
    }
    await expect.element(drawer.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });

  test('holds the focus, gives it back, and hands it on to the page it opens', async () => {
    await showDashboard(person({ role: 'visitor' }));
    await expect.element(more).toBeVisible();
    more.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(drawer).toBeVisible();
    const stops = drawer.element().querySelectorAll('a, button, select, input').length;
    for (let stop = 0; stop <= stops; stop++) {
      await userEvent.tab();
      expect(drawer.element().contains(document.activeElement), `stop ${stop}`).toBe(true);
      expect(showsFocus(), `the focus shows on ${document.activeElement?.outerHTML}`).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    drawer.getByRole('link', { name: 'Sessions' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Page sessions' })).toHaveFocus();
    await expect.element(drawer).not.toBeInTheDocument();
  });
});

test.each<Role>(['vendor', 'visitor'])(
  'sponsored places come after the page of a %s’s phone',
  async (role) => {
    await showDashboard(person({ role }), '/sessions');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const strips = page.getByRole('complementary', { name: 'Sponsored' });
    await expect.element(strips).toBeVisible();
    await expect.element(strips.getByText('Ad Space')).toBeVisible();
    const end = document.querySelector('main')?.getBoundingClientRect().bottom;
    expect(strips.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(end ?? Number.NaN);
  },
);

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showDashboard(person({ language }));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
