import { expect } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { test } from '../fixtures/test.ts';
import { bubble, composer, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// Blocks and reports. Permissions without the screens are tested in apps/server/test/trust, the dialogs in apps/web/src/entities/safety, the
// list of requests in apps/web/src/features/chat-list.

test('a user is reported with the chat’s messages, blocked, and unblocked in the settings', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([people.vendor(), people.visitor()]);
  const chat = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, chat, { content: 'Buy now' });
  const page = await openPage(PHONE, { as: visitor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await page.getByTitle('Show the contact card').click();
  await page.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: /^Report / });
  await report.getByRole('radio', { name: 'Spam or advertising' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks).toBeVisible();
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

  // The vendor sees that it cannot be delivered, and keeps the text.
  const other = await openPage(DESKTOP, { as: vendor });
  await other.goto(`/chat/${chat}`);
  await expectChatOpen(other, chat);
  // Refused text returns to the field before the user can see that it left.
  await composer(other).fill('Last chance');
  await composer(other).press('Enter');
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

const ASKED =
  'May I see a sample? We run eleven hotels on the coast and look for lamps that stand salt air, four hundred of them, before May.';

test('a visitor’s first message to a vendor from the list waits until it is accepted @long', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([people.vendor({ company: 'Quiet Lamps' }), people.visitor()]);
  const asking = await openPage(PHONE, { as: visitor });
  await asking.goto('/visitor-dashboard/contacts');
  await asking.getByRole('searchbox', { name: 'Search contacts' }).fill('Quiet Lamps');
  await expect(asking.getByText('1 contact found', { exact: true })).toBeVisible();
  await asking.getByRole('button', { name: 'Start Chat' }).click();
  await expect(asking.getByText(/^Your first message goes to/)).toBeVisible();
  await send(asking, ASKED);
  await expect(asking.getByText(/^Your message waits for/)).toBeVisible();

  const answering = await openPage(DESKTOP, { as: vendor });
  await answering.goto('/vendor-dashboard/sessions');
  const request = answering.getByRole('region', { name: /^Requests/ }).getByRole('listitem');
  await expect(request.getByText(ASKED)).toBeVisible();
  await request.getByRole('link').click();
  await expect(bubble(answering, ASKED)).toBeVisible();
  await answering.getByRole('button', { name: 'Accept' }).click();
  await expect(answering.getByText(/would like to chat with you/)).toBeHidden();
  await expect(asking.getByText(/^Your message waits for/)).toBeHidden();
});

test('answers to a request are shown at once on a network that blocks WebSockets, and failed ones are told @long', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = await Promise.all([people.vendor(), people.visitor()]);
  const { data: chat } = await visitor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId, status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  await people.sendMessage(visitor, chat.id, { content: ASKED });
  const page = await openPage(DESKTOP, { as: vendor });
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.goto(`/chat/${chat.id}`);
  await page.getByRole('button', { name: 'Decline' }).click();
  const accept = page.getByRole('button', { name: 'Accept after all' });
  await expect(accept).toBeVisible();
  await page.route('**/rpc/answer_request*', (route) => route.abort());
  await accept.click();
  await expectToast(page, 'Error', 'That did not work. Please try again.');
  await page.unroute('**/rpc/answer_request*');
  await accept.click();
  await expect(accept).toBeHidden();
});
