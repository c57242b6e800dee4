import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { ChatListPage } from '@/features/chat-list/components/chat-list-page.tsx';
import { VisitorsPage } from '@/features/contacts/components/visitors-page.tsx';
import { DashboardLayout } from '@/features/dashboard/components/dashboard-layout.tsx';
import { LeadPanel } from '@/features/leads/components/lead-panel.tsx';
import { LeadsPage } from '@/features/leads/components/leads-page.tsx';
import type { ChatListItem, LeadRow } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import ar from '@/shared/i18n/ar.json';
import en from '@/shared/i18n/en.json';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { PHONE } from '@/shared/testing/looks.ts';
import { findSideways, LETTERS_PX, NARROW, TARGET_PX } from '@/shared/testing/page-checks.ts';
import { person } from '@/shared/testing/people.ts';
import { lackOfPlaceholder } from '@/shared/testing/placeholder-room.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';

// The narrowest phone, and letters of twice the size: what must not be cut, and does not touch.

const LONG_NAME = 'Maximiliana Featherstonehaugh-Cholmondeley';
const LONG_COMPANY = 'Nordhügliche Landes-Lichthaus mbH & Co. KG';
/** Labels that are closer read as one. */
const LABEL_GAP_PX = 5;

const VISITOR = person({
  role: 'visitor',
  name: LONG_NAME,
  company: LONG_COMPANY,
  email: 'maximiliana@lichthaus.example',
  phone: '+966 50 555 0188',
});
const NEVER = () => new Promise<Response>(() => {});

const VENDORS = { en: person({ language: 'en' }), ar: person({ language: 'ar' }) };
type Language = keyof typeof VENDORS;

async function showInDashboard(
  part: ReactNode,
  language: Language,
  data: 'there' | 'on its way' = 'there',
): Promise<void> {
  const me = VENDORS[language];
  const { id, name, company, avatar_url } = me;
  const now = new Date().toISOString();
  const chat: ChatListItem = {
    id: crypto.randomUUID(),
    vendor_id: id,
    visitor_id: VISITOR.id,
    status: 'active',
    created_at: now,
    joined_at: now,
    vendor: { id, name, company, avatar_url },
    visitor: VISITOR,
    last_message: null,
    unread_count: 1,
    waiting_since: now,
    last_read_at: null,
    seen_at: null,
    last_activity: now,
  };
  const { id: person_id, role, email, phone } = VISITOR;
  const lead: Partial<LeadRow> = {
    ...{ person_id, role, email, phone, name: LONG_NAME, company: LONG_COMPANY, language: 'en' },
    ...{ status: 'new', rating: null, tags: [], note: '', answers: {}, follow_up_on: null },
    ...{ met_at: now, version: 0, updated_at: null, changed_at: now },
  };
  const give = (found: object[]) => (data === 'there' ? () => rows(found) : NEVER);
  answer('GET /rest/v1/chat_list', give([chat]));
  answer('GET /rest/v1/lead_list', give([lead]));
  for (const table of ['leads', 'lead_exports', 'lead_questionnaires']) {
    answer(`GET /rest/v1/${table}`, () => rows([]));
  }
  answer('POST /rest/v1/rpc/lead_tags', () => json([]));
  answer('GET /rest/v1/sessions', give([{ ...chat, visitor: VISITOR }]));
  await renderInApp(
    <CurrentProfileContext value={me}>
      <Routes>
        <Route element={<DashboardLayout />}>
          <Route path="*" element={part} />
        </Route>
      </Routes>
    </CurrentProfileContext>,
    {
      language,
      as: me,
      at: '/vendor-dashboard/sessions',
      known: [
        [queryKeys.team.booth(id), null],
        ...(data === 'there' ? [[queryKeys.sessions.visitors(id, id), [VISITOR]] as const] : []),
      ],
    },
  );
}

async function doubleLetters(): Promise<void> {
  await commands.setLetterSize(2 * LETTERS_PX);
  onTestFinished(() => commands.setLetterSize(LETTERS_PX));
}

async function expectUncut(text: Locator): Promise<void> {
  await expect.element(text).toBeVisible();
  const element = text.element();
  const { overflow } = getComputedStyle(element);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (overflow !== 'visible') expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
}

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  const texts = { en, ar }[language];

  test('the list of chats has the count of unread messages on the lines of the name', async () => {
    await page.viewport(NARROW.width, NARROW.height);
    await showInDashboard(<ChatListPage />, language);
    const heading = page.getByRole('heading', { name: LONG_NAME });
    await expect.element(heading).toBeVisible();
    const name = heading.getByText(LONG_NAME).element().getBoundingClientRect();
    const count = heading.getByText('1', { exact: true }).element().getBoundingClientRect();
    expect(count.bottom).toBeLessThanOrEqual(name.bottom + 1);
  });

  test('the leads and their search cut nothing', async () => {
    await page.viewport(NARROW.width, NARROW.height);
    await showInDashboard(<LeadsPage />, language);
    const row = page.getByRole('button', { name: LONG_NAME });
    await expectUncut(row.getByText(LONG_NAME, { exact: true }));
    expect(lackOfPlaceholder(page.getByRole('searchbox').element() as HTMLInputElement)).toBe(0);
    await page.viewport(PHONE.width, PHONE.height);
    await doubleLetters();
    await expectUncut(row.getByText(LONG_NAME, { exact: true }));
    // The placeholder is transparent.
    await expect.element(page.getByText(texts.leads.searchHint)).toBeVisible();
  });

  test('the notes on a lead have the whole name above them', async () => {
    await page.viewport(NARROW.width, NARROW.height);
    await showInDashboard(<LeadPanel me={VENDORS[language]} person={VISITOR} />, language);
    const title = page.getByRole('dialog').getByRole('heading', { name: LONG_NAME });
    await expectUncut(title);
    await page.viewport(PHONE.width, PHONE.height);
    await doubleLetters();
    await expectUncut(title);
  });

  test('the search of the contacts says whole what it is for', async () => {
    await page.viewport(NARROW.width, NARROW.height);
    await showInDashboard(<VisitorsPage />, language);
    expect(lackOfPlaceholder(page.getByRole('searchbox').element() as HTMLInputElement)).toBe(0);
    await page.viewport(PHONE.width, PHONE.height);
    await doubleLetters();
    await expect.element(page.getByText(texts.contacts.searchHint)).toBeVisible();
  });

  // What the thumb of the hand that holds the phone gets to (docs/adr/0071): all but the upper third of the screen.
  test.each([PHONE, NARROW])(
    'a thumb reaches the tab bar, whose labels are apart, $width px',
    async (screen) => {
      await page.viewport(screen.width, screen.height);
      await showInDashboard(<ChatListPage />, language);
      const places = [...document.querySelectorAll('[data-tab-bar] li')];
      expect(places).toHaveLength(5);
      for (const target of document.querySelectorAll('[data-tab-bar] :is(a, button)')) {
        const { width, height, top, bottom } = target.getBoundingClientRect();
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET_PX);
        expect(top).toBeGreaterThanOrEqual(screen.height / 3);
        expect(bottom).toBeLessThanOrEqual(screen.height);
      }
      const edges = places.map((place) => {
        const range = document.createRange();
        range.selectNodeContents(place.querySelector('.line-clamp-2') ?? place);
        return range.getBoundingClientRect();
      });
      const inOrder = language === 'ar' ? edges.toReversed() : edges;
      for (const [index, { left }] of inOrder.entries()) {
        const before = inOrder[index - 1];
        if (before) expect(left - before.right).toBeGreaterThanOrEqual(LABEL_GAP_PX);
      }
    },
  );
});

test.each([
  ['chats', <ChatListPage key="chats" />],
  ['contacts', <VisitorsPage key="contacts" />],
  ['leads', <LeadsPage key="leads" />],
])('a list of %s that is still loading is no wider than a phone', async (_, list) => {
  await page.viewport(NARROW.width, NARROW.height);
  await showInDashboard(list, 'en', 'on its way');
  await expect.poll(() => document.querySelectorAll('main .animate-pulse-soft').length).toBeGreaterThan(0);
  expect(findSideways()).toEqual([]);
});

test('the table of contacts breaks no name inside a word and is no wider than its place', async () => {
  await page.viewport(768, 900);
  await showInDashboard(<VisitorsPage />, 'ar');
  const table = page.getByRole('table');
  await expect.element(table.getByText(LONG_NAME)).toBeVisible();
  for (const width of [768, 1024, 1280, 1440]) {
    await page.viewport(width, 900);
    const excess = () => table.element().clientWidth - (table.element().parentElement?.clientWidth ?? 0);
    await expect.poll(excess, { message: `${width} px` }).toBe(0);
    // On a small laptop a menu and sponsors take the room.
    const whole = width === 768 ? [LONG_NAME, LONG_COMPANY] : width === 1440 ? [LONG_NAME] : [];
    for (const text of whole) {
      expect(brokenWords(table.getByText(text).element()), `${width} px`).toEqual([]);
    }
  }
});

/** The words of an element's only text that are on two lines. */
function brokenWords(element: Element): string[] {
  const text = element.firstChild;
  const words = text?.textContent?.matchAll(/[^\s-]+/g) ?? [];
  return [...words].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    if (text) range.setStart(text, index);
    if (text) range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
}
