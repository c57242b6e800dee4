import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { RequestList } from './request-list.tsx';

const ASKED =
  'May I see a sample? We run eleven hotels on the coast and look for lamps that stand salt air, four hundred of them, before May.';
const AT = '2026-01-05T08:00:00+00:00';

const NORA = person();
const SIYUAN = person({ role: 'visitor', name: '陈思远', company: '远山贸易' });
const REQUEST: ChatListItem = {
  id: 'chat',
  vendor_id: NORA.id,
  visitor_id: SIYUAN.id,
  status: 'active',
  created_at: AT,
  joined_at: AT,
  request_state: 'waiting',
  requested_at: AT,
  vendor: NORA,
  visitor: SIYUAN,
  last_message: {
    id: 'message',
    sender_id: SIYUAN.id,
    type: 'text',
    created_at: AT,
    content: ASKED,
    translated_content: null,
    source_language: 'en',
    target_language: null,
  },
  unread_count: 1,
  waiting_since: AT,
  last_read_at: null,
  seen_at: null,
  last_activity: AT,
};

test('a request shows three lines of its message, tells of a failed answer, and goes when it is answered', async () => {
  await renderInApp(<RequestList me={NORA} />, {
    as: NORA,
    known: [
      [queryKeys.team.booth(NORA.id), null],
      [queryKeys.sessions.list(NORA.id), [REQUEST]],
      [queryKeys.blocks(NORA.id), []],
    ],
  });
  const request = page.getByRole('region', { name: /^Requests/ }).getByRole('listitem');
  const { height, lineHeight } = getComputedStyle(request.getByText(ASKED).element());
  expect(Math.round(Number.parseFloat(height) / Number.parseFloat(lineHeight)), 'lines').toBe(3);
  expect(await lookFindings()).toEqual([]);

  answer('POST /rest/v1/rpc/answer_request', () => Promise.reject(new TypeError('Failed to fetch')));
  answer('GET /rest/v1/chat_list', () => rows([REQUEST]));
  await request.getByRole('button', { name: 'Accept' }).click();
  await expectToast('Error', 'That did not work. Please try again.');
  let given: unknown;
  answer('POST /rest/v1/rpc/answer_request', async (call) => {
    given = await call.json();
    return json({ id: REQUEST.id });
  });
  answer('GET /rest/v1/chat_list', () => rows([{ ...REQUEST, request_state: 'accepted' }]));
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect.element(request).not.toBeInTheDocument();
  expect(given).toEqual({ session_id: REQUEST.id, accept: true });
});
