import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { MeetingCard } from './meeting-card.tsx';
import { type Meetings, MeetingsContext } from './meetings-context.ts';

const SETTLE = 'POST /rest/v1/rpc/settle_meeting';
const VIEWER = '5d3a4c58-9f1c-4d52-8f0a-0d1b6f3f8a11';

/** @returns a moment in four weeks */
function inFourWeeks(time: string): string {
  return `${new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10)}T${time}:00+00:00`;
}

const TIMES = [inFourWeeks('06:00'), inFourWeeks('07:00')] as const;

function proposal(given: Partial<MeetingRow> = {}): MeetingRow {
  return {
    id: '9d3a4c58-9f1c-4d52-8f0a-0d1b6f3f8a12',
    session_id: '0e8f5c1e-6a57-4d0e-9f54-3b1a2c4d5e6f',
    message_id: '1e8f5c1e-6a57-4d0e-9f54-3b1a2c4d5e60',
    proposer_id: '6d3a4c58-9f1c-4d52-8f0a-0d1b6f3f8a13',
    times: [...TIMES],
    minutes: 30,
    place: 'Hall 4, stand B12',
    proposer_zone: 'Asia/Shanghai',
    accepter_zone: null,
    state: 'proposed',
    starts_at: null,
    created_at: '2026-11-26T08:00:00Z',
    changed_at: '2026-11-26T08:00:00Z',
    note: 'Prices; samples',
    ...given,
  };
}

const card = page.getByRole('region', { name: 'Meeting' });

/** The card as its viewer in Dubai sees it. */
async function showCard(meeting: MeetingRow, language: 'en' | 'ar' = 'en'): Promise<void> {
  const meetings: Meetings = {
    byMessage: new Map([[meeting.message_id, meeting]]),
    isOutdated: false,
    viewer: { id: VIEWER, language: 'en' },
    isOwn: ({ proposer_id }) => proposer_id === VIEWER,
    otherName: 'Nora Whitfield',
    propose: () => {},
  };
  await renderInApp(
    <MeetingsContext value={meetings}>
      <MeetingCard meeting={meeting} />
    </MeetingsContext>,
    { language },
  );
}

test('a proposal has the times of both zones, of which one is accepted', async () => {
  await showCard(proposal());
  await expect.element(card).toHaveTextContent('No answer yet');
  await expect.element(card.getByText(/10:00.+10:30/).first()).toBeVisible();
  await expect.element(card.getByText(/2:00.+2:30.+China Standard Time/)).toBeVisible();
  await expect.element(card.getByText(/Times in your time zone: .*Gulf Standard Time/)).toBeVisible();
  await expect.element(card).toHaveTextContent('Hall 4, stand B12');
  await expect
    .element(card.getByRole('region', { name: 'What it is about' }))
    .toHaveTextContent('Prices; samples');
  expect(await lookFindings()).toEqual([]);
  let settled: unknown;
  answer(SETTLE, async (request) => {
    settled = await request.json();
    return json(proposal());
  });
  await card
    .getByRole('button', { name: /^Accept/ })
    .nth(1)
    .click();
  await expect
    .poll(() => settled)
    .toEqual({
      meeting_id: proposal().id,
      act: 'accept',
      starts_at: TIMES[1],
      time_zone: 'Asia/Dubai',
    });
});

test('an act that came too late says so', async () => {
  answer(SETTLE, () => json({ code: 'PT409', message: 'withdrawn', details: 'meeting: withdrawn' }, 409));
  await showCard(proposal());
  await card.getByRole('button', { name: 'Decline' }).click();
  await expectToast('This meeting has been changed in the meantime. The chat shows how it is now.');
});

test('an accepted meeting has its time alone, and is cancelled once that is confirmed', async () => {
  await showCard(proposal({ proposer_id: VIEWER, state: 'accepted', starts_at: TIMES[1] }));
  await expect.element(card).toHaveTextContent('Accepted');
  await expect.element(card.getByText(/11:00.+11:30/)).toBeVisible();
  expect(card.getByText(/10:00/).elements()).toEqual([]);
  await expect.element(card.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  let settled: unknown;
  answer(SETTLE, async (request) => {
    settled = await request.json();
    return json(proposal());
  });
  await card.getByRole('button', { name: 'Cancel meeting' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this meeting?' });
  await expect.element(question).toBeVisible();
  expect(settled).toBeUndefined();
  await question.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect.poll(() => settled).toEqual({ meeting_id: proposal().id, act: 'cancel' });
});

test('a cancelled meeting can be taken out of the calendar', async () => {
  await showCard(proposal({ state: 'cancelled', starts_at: TIMES[0] }));
  await expect.element(card).toHaveTextContent('Cancelled');
  await expect.element(card.getByRole('button', { name: 'Remove from calendar' })).toBeVisible();
  expect(card.getByRole('button', { name: /^Accept/ }).elements()).toEqual([]);
});

test('looks right on a phone, in ar', async () => {
  await showCard(proposal(), 'ar');
  await expect.element(page.getByRole('region').first()).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
