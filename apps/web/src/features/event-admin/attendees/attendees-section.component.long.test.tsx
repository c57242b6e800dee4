import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { chooseFile } from '@/shared/testing/pictures.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { AttendeesSection } from './attendees-section.tsx';

const file = (text: string) => new File([text], 'attendees.csv', { type: 'text/csv' });

test('a file is refused with what to do, or is the list, without the rows that are broken', async () => {
  adminReads('/attendees', { list: null });
  await renderForAdmin(<AttendeesSection />);
  await expect.element(page.getByText('There is no list yet.')).toBeVisible();
  const problems = [{ path: 'file', code: 'no_id_column' }];
  adminActs('PUT /attendees', () => refusal(422, 'bad_list', { problems }));
  await chooseFile(page.getByRole('button', { name: 'Choose a file' }), file('Name\nAda Okafor\n'));
  await expect.element(page.getByRole('alert')).toHaveTextContent("Name it 'Badge ID' in the first row");

  const list = { uploadedAt: '2026-01-05T08:00:00.000Z', count: 2 };
  const broken = {
    count: 2,
    first: [
      { row: 4, reason: 'no_id' },
      { row: 5, reason: 'duplicate_id' },
    ],
  };
  adminActs('PUT /attendees', () => ({ list, broken }));
  adminReads('/attendees', { list });
  await chooseFile(page.getByRole('button', { name: 'Choose a file' }), file('Badge ID,Name\n0012,李娜\n'));
  await expectToast('The list has 2 attendees');
  await expect.element(page.getByText('2 attendees', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2 rows were left out')).toBeVisible();
  await expect.element(page.getByText('An earlier row has this badge ID.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(await lookFindings()).toEqual([]);

  adminActs('DELETE /attendees');
  adminReads('/attendees', { list: null });
  await page.getByRole('button', { name: 'Remove the list' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the list' });
  await question.getByRole('button', { name: 'Remove the list' }).click();
  await expectToast('The list is removed');
  await expect.element(page.getByText('There is no list yet.')).toBeVisible();
});
