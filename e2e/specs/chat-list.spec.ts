import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { setVisibility } from '../pages/visibility.ts';

// The list of sessions, its badges and its alerts, while changes arrive without an action on the
// page.

const list = (page: Page) => page.getByRole('main').getByRole('listitem');

test('a vendor sees at once who came, who wrote and who waits, on every device', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const siyuan = await people.visitor(SIYUAN);
  const salma = await people.visitor(SALMA);
  const first = await people.meet(vendor, siyuan);
  await people.sendMessage(siyuan, first, { content: '最低起订量是多少？' });
  await people.sendMessage(vendor, first, { content: 'Fifty pieces' });
  const read = await vendor.client.rpc('mark_session_read', { session_id: first, up_to: '2999-01-01' });
  expect(read.error).toBeNull();
  const second = await people.openSession(vendor);

  const booth = await openPage(DESKTOP, { as: vendor });
  const pocket = await openPage(PHONE, { as: vendor });
  await booth.goto('/vendor-dashboard/sessions');
  await expect(list(booth)).toHaveText([/Waiting for participant\.\.\./, /陈思远/]);
  await expect(list(booth).nth(1)).toContainText(SIYUAN.company);
  await expect(list(booth).nth(1)).toContainText('You:Fifty pieces');
  await pocket.goto('/vendor-dashboard');
  await expect(pocket.getByRole('link', { name: /Active Sessions/ })).toContainText('2');
  await expect(pocket.getByText('Waiting for you')).toBeHidden();

  await test.step('a visitor scans the code', async () => {
    const { error } = await salma.client.rpc('join_session', { session_id: second });
    expect(error).toBeNull();
    await expect(list(booth).first()).toContainText(SALMA.name);
    await expect(list(booth).first()).toContainText('New visitor');
    await expect(booth).toHaveTitle(/^\(1\) Sessions/);
    await expect(pocket.getByRole('region', { name: /Waiting for you/ })).toContainText(SALMA.name);
    await expect(pocket.getByRole('link', { name: /Unique Visitors/ })).toContainText('2');
  });

  await test.step('a message arrives in a chat that is not open', async () => {
    await people.sendMessage(siyuan, first, {
      content: '可以打样吗？',
      translated_content: 'Can you make a sample?',
    });
    const row = list(booth).first();
    await expect(row).toContainText(SIYUAN.name);
    await expect(row).toContainText('1 unread message');
    await expect(row).toContainText('Waiting for 1 minute');
    await expect(booth).toHaveTitle(/^\(2\) /);
    await expect(booth.getByRole('navigation').getByText('2 chats with something new')).toBeAttached();
    await expect(pocket.getByRole('link', { name: 'Chats 2 chats with something new' })).toBeVisible();
  });

  await test.step('what is read on one device is read on the other', async () => {
    await list(booth)
      .first()
      .getByRole('link', { name: `Chat with ${SIYUAN.name}` })
      .click();
    await expect(pocket.getByRole('link', { name: 'Chats 1 chat with something new' })).toBeVisible();
    await expect(booth).toHaveTitle(/^\(1\) Chat with/);
    await booth.goBack();
    await expect(list(booth).first()).toContainText(SIYUAN.name);
    await expect(list(booth).first()).not.toContainText('unread');
  });
});

test('a list follows what happens although its code did not come at first @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  let asked = 0;
  await page.route(/\/assets\/background-parts-.*\.js$/, (route) => {
    asked += 1;
    return asked <= 2 ? route.abort() : route.continue();
  });
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()));
  });
  await page.goto('/vendor-dashboard/sessions');
  await expect(list(page).first()).toContainText(visitor.profile.name);
  await expect.poll(() => received.some((frame) => frame.includes('Subscribed to PostgreSQL'))).toBe(true);
  expect(asked).toBe(3);
  await people.sendMessage(visitor, chat, { content: 'Is anybody there?' });
  await expect(list(page).first()).toContainText('Is anybody there?');
});

test('a list follows what happens again after the server was restarted @long', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()));
  });
  await page.goto('/vendor-dashboard/sessions');
  // The list follows by its channel: a read as the page opens would look the same.
  await expect
    .poll(() => received.some((frame) => frame.includes('Subscribed to PostgreSQL')), { timeout: 15_000 })
    .toBe(true);
  await people.sendMessage(visitor, chat, { content: 'Before' });
  await expect(list(page).first()).toContainText('Before');

  await server.restart();
  await people.sendMessage(visitor, chat, { content: 'Missed' });
  await expect(list(page).first()).toContainText('Missed', { timeout: 30_000 });
  await expect(list(page).first()).toContainText('2 unread messages');
  // That message may also have come by a refetch while the channel was cut off; the next one comes
  // through the channel.
  await expect
    .poll(
      async () => {
        await people.sendMessage(visitor, chat, { content: 'Live again' });
        return received.some((frame) => frame.includes('Live again'));
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await expect(list(page).first()).toContainText('Live again');
});

test('a page in the background notifies of a new message once the user has turned that on @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page.context().grantPermissions(['notifications']);
  // Records the notifications handed to the browser, which shows none in a test.
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const note = (title: string, options?: NotificationOptions) => shown.push(`${title}: ${options?.body}`);
    const Real = window.Notification;
    window.Notification = class extends Real {
      // Granted above. Chromium's headless shell reports it when asked, but returns 'denied' here.
      static override get permission(): NotificationPermission {
        return 'granted';
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        note(title, options);
      }
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void note(title, options);
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);

  await page.goto('/vendor-dashboard/sessions');
  const alerts = page.getByRole('switch', { name: /Alerts/ });
  await expect(alerts).not.toBeChecked();
  await setVisibility(page, 'hidden');
  await people.sendMessage(visitor, chat, { content: 'Too early' });
  await expect(list(page).first()).toContainText('Too early');
  await setVisibility(page, 'visible');
  await alerts.click();
  await expect(alerts).toBeChecked();
  await people.sendMessage(visitor, chat, { content: 'Seen anyway' });
  await expect(list(page).first()).toContainText('Seen anyway');
  await setVisibility(page, 'hidden');
  await people.sendMessage(visitor, chat, { content: 'Are you still there?' });
  await expect.poll(shown).toEqual([`${SIYUAN.name}: Are you still there?`]);

  // The setting is this device's, and survives a reload.
  await page.reload();
  await expect(page.getByRole('switch', { name: /Alerts/ })).toBeChecked();
});
