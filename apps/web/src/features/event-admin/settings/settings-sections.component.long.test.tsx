import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { EventSettings } from '../api/dashboard.ts';
import { AnnouncementSection } from './announcement-section.tsx';
import { GuestsSection } from './guests-section.tsx';

// What administrators set for everybody: guests and the announcement.

const SETTINGS: EventSettings = {
  retentionDays: { value: 0, fallback: 0, revision: 0 },
  guestsEnabled: { value: true, fallback: true, revision: 0, possible: true },
  announcement: { value: null, revision: 0 },
};

const serve = (changed: Partial<EventSettings> = {}) => adminReads('/settings', { ...SETTINGS, ...changed });

test('who changes what another has changed in the meantime is told, and loads it again', async () => {
  serve();
  await renderForAdmin(<GuestsSection />);
  const guests = page.getByRole('switch', { name: 'Let guests in' });
  adminActs('PUT /settings/guests', () => refusal(409, 'conflict'));
  await guests.click();
  await expect.element(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect.element(guests).toBeChecked();

  serve({ guestsEnabled: { ...SETTINGS.guestsEnabled, value: false, revision: 3 } });
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.element(guests).not.toBeChecked();
  await expect.element(page.getByText('Someone else has changed this')).not.toBeInTheDocument();

  const sent = adminActs('PUT /settings/guests');
  serve({ guestsEnabled: { ...SETTINGS.guestsEnabled, value: true, revision: 4 } });
  await guests.click();
  await expectToast('Guests can come in');
  await expect.element(guests).toBeChecked();
  expect(sent).toEqual([{ value: true, seen: 3 }]);
});

test('an announcement is shown as each reader sees it, published and taken down', async () => {
  serve();
  await renderForAdmin(<AnnouncementSection />);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect
    .element(page.getByLabelText('English'))
    .toHaveAccessibleDescription('Write a text in one language at least.');
  await page.getByLabelText('English').fill('Hall 3\nopens at ten.');
  await page.getByLabelText('العربية').fill('تفتح القاعة 3 في العاشرة.');
  const previews = page.getByRole('listitem');
  await expect.element(previews.first()).toHaveTextContent('Hall 3 opens at ten.');
  // Chinese readers get the first text that there is.
  expect(previews.filter({ hasText: 'Hall 3 opens at ten.' }).elements()).toHaveLength(2);
  expect(await lookFindings()).toEqual([]);

  const value = { en: 'Hall 3 opens at ten.', zh: '', ar: 'تفتح القاعة 3 في العاشرة.' };
  const sent = adminActs('PUT /settings/announcement');
  serve({ announcement: { value: { id: 'one', ...value }, revision: 1 } });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectToast('The announcement is out');
  await expect.element(page.getByText('Shown now')).toBeVisible();
  serve({ announcement: { value: null, revision: 2 } });
  await page.getByRole('button', { name: 'Take it down' }).click();
  await expect.element(page.getByText('None at the moment')).toBeVisible();
  expect(sent).toEqual([
    { value, seen: 0 },
    { value: null, seen: 1 },
  ]);
});
