import { expect } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { test } from '../fixtures/test.ts';
import { expectChatOpen } from '../pages/chat-page.ts';

// Sharing of card fields. apps/server/test/trust/card-shares.test.ts covers that the API hides
// them.

test('a visitor chooses at the exchange what goes, withdraws more in the chat, and the vendor’s open card follows', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([
    people.vendor(),
    people.visitor({ phone: '+971 4 555 0188', wechat: 'karim-lamps' }),
  ]);
  const chat = await people.openSession(vendor);
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: visitor });
  await page.goto(`/join/${chat}`);
  await expect(page.getByText(/^You share: .Name, Company, Email, Phone,? and WeChat ID.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  const sheet = page.getByRole('dialog', { name: /^What you share with / });
  await sheet.getByRole('switch', { name: /^Email/ }).press('Space');
  await expect(sheet.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  expect([...(await axeFindings(page)), ...(await layoutFindings(page))]).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expectChatOpen(page, chat);

  const other = await openPage(DESKTOP, { as: vendor });
  await other.goto(`/chat/${chat}`);
  await expectChatOpen(other, chat);
  await other.getByTitle('Show the contact card').click();
  const card = other.getByRole('dialog', { name: 'Contact card' });
  await expect(card.getByText('+971 4 555 0188')).toBeVisible();
  await expect(card.getByText(visitor.email)).toBeHidden();

  await page.getByTitle('Show the contact card').click();
  await page.getByRole('button', { name: 'What I share' }).click();
  await expect(sheet.getByRole('switch', { name: /^Email/ })).not.toBeChecked();
  // While offline the change is neither queued nor shown as withdrawn.
  await page.context().setOffline(true);
  await sheet.getByRole('switch', { name: /^Phone/ }).press('Space');
  await expect(page.getByText('This needs a connection. Nothing has changed.')).toBeVisible();
  await expect(sheet.getByRole('switch', { name: /^Phone/ })).toBeChecked();
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Withdraw all' }).click();
  await expect(card.getByText('+971 4 555 0188')).toBeHidden();
  await expect(card.getByText('No contact details are given here.')).toBeVisible();
  await sheet.getByText('History', { exact: true }).click();
  await expect(sheet.getByRole('listitem').first()).toHaveText(/^Withdrawn: .*Phone/);

  await page.goto('/visitor-dashboard/profile');
  const holder = page.getByRole('listitem').filter({ hasText: vendor.profile.name });
  await expect(holder.getByText(/^Withheld: /)).toBeVisible();

  // The default shares everything; now also with those who have the card.
  await page.getByRole('button', { name: 'Apply to everyone who has my card' }).click();
  const sure = page.getByRole('dialog', { name: 'Apply to everyone who has your card?' });
  await expect(sure.getByText(/^1 person has your card. They then see: .Name, Company, Email/)).toBeVisible();
  await sure.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(holder.getByText('Everything is shared')).toBeVisible();
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByText('Applied to everyone who has your card')).toBeVisible();
  await expect(card.getByText('+971 4 555 0188')).toBeVisible();
});
