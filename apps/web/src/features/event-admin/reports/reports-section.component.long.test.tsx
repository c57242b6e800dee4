import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { UserReport } from './reports.ts';
import { ReportsSection } from './reports-section.tsx';

const REPORT: UserReport = {
  id: 'report',
  created_at: '2026-01-05T08:00:00.000Z',
  status: 'open',
  reason: 'fraud',
  details: 'Wants money first',
  reporter: { id: 'wei', name: '陈思远', company: '远山贸易', role: 'visitor' },
  reported: { id: 'nora', name: 'Nora Whitfield', company: 'Harbour Lighting', role: 'vendor' },
  other_reports: 1,
  messages: [],
  note: { text: '', revision: 0 },
};

const note = page.getByLabelText('Note', { exact: true });
const save = page.getByRole('button', { name: 'Save' });

function serveNote(text: string, revision: number): void {
  adminReads('/reports', { reports: [{ ...REPORT, note: { text, revision } }], open: 1, closed: 0 });
}

test('a note does not overwrite another administrator’s without a question', async () => {
  serveNote('', 0);
  await renderForAdmin(<ReportsSection />);
  await expect.element(page.getByText('Nora Whitfield · Harbour Lighting')).toBeVisible();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect.element(note).toHaveFocus();
  await note.fill('Called the vendor.');
  serveNote('Wrote to both.', 1);
  adminActs('PUT /reports/report/note', () => refusal(409, 'conflict'));
  await save.click();
  await expect.element(page.getByText('Wrote to both.')).toBeVisible();
  await expect.element(note).toHaveValue('Called the vendor.');
  expect(await lookFindings()).toEqual([]);

  await page.getByRole('button', { name: 'Keep mine, to be saved in its place' }).click();
  serveNote('Called the vendor.', 2);
  const sent = adminActs('PUT /reports/report/note');
  await save.click();
  await expectToast('Saved');
  await expect.element(page.getByRole('button', { name: 'Edit the note' })).toHaveFocus();
  await expect.element(page.getByText('Called the vendor.')).toBeVisible();
  expect(sent).toEqual([{ note: 'Called the vendor.', seen: 1 }]);
});
