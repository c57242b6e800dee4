import { expect } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { test } from '../fixtures/test.ts';
import { bubble, composer, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// Blocks and reports. Who may do what by themselves, past the screens, is tried in apps/server/test/trust.

test('somebody is reported with the chat’s messages, blocked, and unblocked in the settings', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([people.vendor(), people.visitor()]);
  const chat = await people.meet(vendor, visitor);
  await people.say(vendor, chat, { content: 'Buy now' });
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: visitor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await page.getByTitle('Show the contact card').click();
  await page.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: /^Report / });
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByRole('alert')).toHaveText('Please choose what it is about.');
  expect([...(await axeFindings(page)), ...(await layoutFindings(page))]).toEqual([]);
  await report.getByRole('radio', { name: 'Spam or advertising' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  const { data } = await visitor.client.from('reports').select('reason, message_ids').throwOnError();
  expect(data).toEqual([{ reason: 'spam', message_ids: [expect.any(String)] }]);

  await thanks.getByRole('button', { name: 'Block' }).click();
  await page
    .getByRole('dialog', { name: /^Block / })
    .getByRole('button', { name: 'Block' })
    .click();
  await expectToast(page, /is blocked$/);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeHidden();
  await expect(page.getByText(/^You have blocked/)).toBeVisible();

  // The vendor is told that it cannot be delivered, and keeps what they wrote.
  const other = await openPage(DESKTOP, { as: vendor });
  await other.goto(`/chat/${chat}`);
  await expectChatOpen(other, chat);
  await send(other, 'Last chance');
  await expectToast(other, 'Error', /^This message can't be delivered/);
  await expect(composer(other)).toHaveValue('Last chance');

  await page.goto('/visitor-dashboard/profile');
  const blocked = page.getByRole('listitem').filter({ hasText: vendor.profile.name });
  await blocked.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
  await composer(other).press('Enter');
  await page.goto(`/chat/${chat}`);
  await expect(bubble(page, 'Last chance')).toBeVisible();
});
