import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { STRANGE_ANSWERS, WORDS_OF_STRANGERS } from '@/shared/testing/strange-answers.ts';
import { expectToast } from '@/shared/testing/toasts.ts';
import { ChatPage } from './chat-page.tsx';

// A chat that does not open (specification 8.9).

const CHAT = '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10';
const VISITOR = person({ role: 'visitor' });
const ROW = 'GET /rest/v1/sessions';
const INVITATION = 'POST /rest/v1/rpc/session_invite';

const dashboard = page.getByRole('link', { name: 'Back to Dashboard' });

async function open(chat = CHAT): Promise<void> {
  await renderInApp(
    <Routes>
      <Route path="/chat/:sessionId" element={<ChatPage />} />
    </Routes>,
    { at: `/chat/${chat}`, as: VISITOR },
  );
}

beforeEach(() => {
  answer('GET /rest/v1/messages', () => rows([]));
  answer('GET /rest/v1/meetings', () => rows([]));
});

test('a chat that does not load can be tried again, and left', async () => {
  answer(ROW, STRANGE_ANSWERS['the page of a captive portal']);
  await open();
  await expectToast('Session Error', 'Failed to load session');
  await expect.element(page.getByRole('heading', { name: 'The chat did not load' })).toHaveFocus();
  await expect.element(dashboard).toHaveAttribute('href', '/visitor-dashboard');
  expect(document.body.textContent).not.toMatch(WORDS_OF_STRANGERS);
  expect(await lookFindings()).toEqual([]);

  answer(ROW, () => rows([]));
  answer(INVITATION, () => rows([]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Chat session not found' })).toBeVisible();
});

describe('a chat of other people', () => {
  test.each([
    ['no session', [], 'Session not found'],
    [
      'a taken session',
      [{ id: CHAT, status: 'active', taken: true, vendor: { id: crypto.randomUUID() } }],
      'This chat session is already taken by another visitor',
    ],
  ])('is not found: %s', async (_name, invitations, why) => {
    answer(ROW, () => rows([]));
    answer(INVITATION, () => rows(invitations));
    await open();
    await expectToast('Session Error', why);
    await expect.element(page.getByRole('heading', { name: 'Chat session not found' })).toBeVisible();
    await expect.element(dashboard).toHaveAttribute('href', '/visitor-dashboard');
  });
});
