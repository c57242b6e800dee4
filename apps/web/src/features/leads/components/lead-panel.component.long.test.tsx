import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { leadQueue } from '../api/lead-queue.ts';
import { LeadPanel } from './lead-panel.tsx';

const LEADS = '/rest/v1/leads';
const SAVED = 'Saved. Only you see this.';
const AMOUNT = { id: 'amount', kind: 'choice', label: 'ما الكمية؟', choices: ['100', '1000'] } as const;

const note = page.getByRole('textbox', { name: 'Note' });

afterEach(leadQueue.stop);

/** A server with the row of one lead, none at first. */
function startServer() {
  let row: Record<string, unknown> & { version: number } = { version: 0, met_by: null };
  const write = async (request: Request) => {
    const seen = new URL(request.url).searchParams.get('version');
    if (seen !== null && seen !== `eq.${row.version}`) return rows([]);
    row = { ...row, ...((await request.json()) as object), version: row.version + 1 };
    return rows([row]);
  };
  answer(`GET ${LEADS}`, () => rows(row.version > 0 ? [row] : []));
  answer(`POST ${LEADS}`, write);
  answer(`PATCH ${LEADS}`, write);
  answer('POST /rest/v1/rpc/lead_tags', () => json([]));
  answer('GET /rest/v1/lead_questionnaires', () => rows([{ questions: [AMOUNT], version: 1 }]));
  return { saved: () => row };
}

/** Types faster than the app can draw, as on a slow phone. */
function typeAtOnce(text: string): void {
  for (const letter of text) document.execCommand('insertText', false, letter);
}

function showPanel(me: Profile, met: Profile) {
  return renderInApp(<LeadPanel me={me} person={met} />, {
    as: me,
    known: [[queryKeys.team.booth(me.id), null]],
  });
}

test('a note keeps every letter that is typed without a pause', async () => {
  const [me, met] = [person(), person({ role: 'visitor', name: 'سلمى الخطيب' })];
  const { saved } = startServer();
  const { unmount } = await showPanel(me, met);
  const [begun, rest] = ['Wants 200 lamps for the hall at the harbour, ', 'a sample first, and both prices.'];
  await note.click();
  typeAtOnce(begun);
  await expect.element(page.getByText(SAVED)).toBeVisible();
  typeAtOnce(rest);
  await expect.element(note).toHaveValue(begun + rest);
  await expect.element(page.getByText(SAVED)).toBeVisible();
  expect(saved()).toMatchObject({ owner_id: me.id, person_id: met.id, note: begun + rest });

  await unmount();
  await showPanel(me, met);
  await expect.element(note).toHaveValue(begun + rest);
});

test('a vendor answers their own questions, and looks at them on a phone', async () => {
  const { saved } = startServer();
  await showPanel(person(), person({ role: 'visitor' }));
  await page.getByRole('combobox', { name: AMOUNT.label }).selectOptions('1000');
  await expect.element(page.getByText(SAVED)).toBeVisible();
  expect(saved()).toMatchObject({ answers: { amount: ['1000'] } });
  expect(await lookFindings()).toEqual([]);
});

test('a visitor has a reminder, and no questions', async () => {
  const { saved } = startServer();
  await showPanel(person({ role: 'visitor' }), person());
  await page.getByLabelText('Reminder').fill('2026-12-01');
  await expect.element(page.getByText(SAVED)).toBeVisible();
  expect(saved()).toMatchObject({ follow_up_on: '2026-12-01' });
  expect(page.getByRole('combobox', { name: AMOUNT.label }).elements()).toEqual([]);
});
