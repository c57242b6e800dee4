import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { STRANGE_ANSWERS, WORDS_OF_STRANGERS } from '@/shared/testing/strange-answers.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { JoinPage } from './join-page.tsx';

// Where a scanned code leads, and the errors of specification 8.9.

const CHAT = '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10';
const VENDOR = person();
const VISITOR = person({ role: 'visitor', name: 'Salma Haddad', company: 'Cedar Homes' });
const { id, name, company, avatar_url } = VENDOR;
const FREE = { id: CHAT, status: 'active', taken: false, vendor: { id, name, company, avatar_url } };

const INVITATION = 'POST /rest/v1/rpc/session_invite';
const ROW = 'GET /rest/v1/sessions';
const JOIN = 'POST /rest/v1/rpc/join_session';

const join = page.getByRole('button', { name: 'Join Session' });
const again = page.getByRole('button', { name: 'Try again' });
const home = page.getByRole('link', { name: 'Go Home' });

function Elsewhere() {
  return <p>Now at {useLocation().pathname}</p>;
}

async function expectAt(path: string): Promise<void> {
  await expect.element(page.getByText(`Now at ${path}`, { exact: true })).toBeVisible();
}

async function open(as?: Profile, { chat = CHAT, readsProfile = false } = {}): Promise<void> {
  await renderInApp(
    <Routes>
      <Route path="/join/:sessionId" element={<JoinPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    {
      at: `/join/${chat}`,
      ...(as && { as, readsProfile }),
      known: as ? [[queryKeys.shares.one(as.id, VENDOR.id), []]] : [],
    },
  );
}

/** @param visitorId as the caller may see it: the session's row is for its two people */
function answerInvitation(invitation: object, visitorId: string | null = null): void {
  answer(INVITATION, () => rows([invitation]));
  answer(ROW, () => rows(visitorId === null ? [] : [{ visitor_id: visitorId }]));
}

function refusal(code: string, status: number): () => Response {
  return () => json({ code, message: 'refused', details: null, hint: null }, status);
}

describe('an invitation that does not load', () => {
  test('can be tried again, and left', async () => {
    answer(INVITATION, STRANGE_ANSWERS['a gateway whose server is away']);
    answer(ROW, STRANGE_ANSWERS['a gateway whose server is away']);
    await open(VISITOR);
    await expectToast('Session Error', 'Failed to load session');
    await expect.element(home).toHaveAttribute('href', '/visitor-dashboard');
    expect(document.body.textContent).not.toMatch(WORDS_OF_STRANGERS);

    answerInvitation(FREE);
    await again.click();
    await expect.element(join).toBeVisible();
    await expect.element(page.getByText('Nora Whitfield', { exact: true })).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });

  test('is tried again with the profile that did not load either', async () => {
    answerInvitation(FREE);
    answer('GET /rest/v1/profiles', STRANGE_ANSWERS['the page of a captive portal']);
    await open(VISITOR, { readsProfile: true });
    await expect.element(home).toBeVisible();
    answer('GET /rest/v1/profiles', () => rows([VISITOR]));
    await again.click();
    await expect.element(join).toBeVisible();
  });
});

test.each([CHAT, 'lunch-menu'])('%s of no session is said to be none', async (chat) => {
  answer(INVITATION, () => rows([]));
  await open(undefined, { chat });
  await expectToast('Session Error', 'Session not found');
  await expect.element(page.getByRole('heading', { name: 'Session Not Found' })).toBeVisible();
  await expect
    .element(page.getByText("The chat session you're trying to join doesn't exist or has expired."))
    .toBeVisible();
  expect(await lookFindings()).toEqual([]);
  await home.click();
  await expectAt('/');
});

describe('the invitation', () => {
  test('offers a stranger to log in, and to come back', async () => {
    answer(INVITATION, () => rows([FREE]));
    await open();
    await expect
      .element(page.getByRole('link', { name: 'Sign Up / Log In' }))
      .toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/join/${CHAT}`)}`);
  });

  test.each([
    ['the vendor', VENDOR, null],
    ['the visitor', VISITOR, VISITOR.id],
  ])('leads %s of the session straight to the chat', async (_name, as, visitorId) => {
    answerInvitation({ ...FREE, taken: visitorId !== null }, visitorId);
    await open(as);
    await expectAt(`/chat/${CHAT}`);
  });

  test.each([
    {
      who: 'another vendor',
      as: person({ name: 'Rival Vendor' }),
      taken: false,
      why: 'Only visitors can join chat sessions. Please create a visitor account.',
      to: '/vendor-dashboard',
    },
    {
      who: 'a visitor who comes second',
      as: VISITOR,
      taken: true,
      why: 'This chat session is already taken by another visitor',
      to: '/visitor-dashboard',
    },
  ])('refuses $who, says why, and leads to the dashboard', async ({ as, taken, why, to }) => {
    answerInvitation({ ...FREE, taken });
    await open(as);
    await expectToast('Session Error', why);
    await expectAt(to);
  });
});

describe('joining', () => {
  test('a failure is said and can be repeated; then the chat opens', async () => {
    answerInvitation(FREE);
    answer(JOIN, refusal('23514', 400));
    await open(VISITOR);
    await join.click();
    await expectToast('Error', 'Failed to join session');

    answer(JOIN, () => json({ id: CHAT, vendor_id: VENDOR.id, visitor_id: VISITOR.id, status: 'active' }));
    await join.click();
    await expectAt(`/chat/${CHAT}`);
  });

  test('a visitor who is slower than another is told why', async () => {
    answerInvitation(FREE);
    answer(JOIN, refusal('23505', 409));
    await open(VISITOR);
    await join.click();
    await expectToast('Error', 'This session is already taken by another visitor');
    await expectAt('/visitor-dashboard');
  });

  test('a visitor who has become a vendor meanwhile is told why', async () => {
    answerInvitation(FREE);
    answer(JOIN, refusal('PT403', 403));
    answer('GET /rest/v1/profiles', () => rows([{ ...VISITOR, role: 'vendor' }]));
    await open(VISITOR);
    await join.click();
    await expectToast(
      'Invalid Role',
      'Only visitors can join chat sessions. Please create a visitor account.',
    );
    await expectAt('/');
  });
});
