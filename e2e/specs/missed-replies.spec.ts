import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { openChat } from '../pages/chat-page.ts';
import { startChat } from '../pages/start-chat.ts';
import { press } from '../pages/switches.ts';

// How a person is told about unread messages (docs/adr/0080). The test's server sends neither pushes
// nor mails, so the page gets the configuration of one that does.

test('a visitor chooses what is shown and when it is quiet; an iPhone hears what to do first @long', async ({
  people,
  openPage,
}) => {
  const { visitor, sessionId } = await startChat(people, { name: 'Lucía Ferrer', language: 'en' });
  const page = await openPage(PHONE, { as: visitor });
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)' });
  });
  await page.goto('/visitor-dashboard/profile');
  const section = page.getByRole('region', { name: 'Missed replies' });
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible();
  await expect(section).toHaveCount(0);

  const chat = await openChat(page, sessionId);
  const wish = chat.getByRole('menuitem', { name: 'Notify me of replies' });
  const openShortcuts = () => chat.getByRole('button', { name: 'Contact shortcuts' }).click();
  await openShortcuts();
  await expect(chat.getByRole('menuitem', { name: 'Save Contact' })).toBeVisible();
  await expect(wish).toHaveCount(0);

  // In the page, or for a page that the service worker has kept.
  for (const place of ['**/visitor-dashboard/profile', '**/chat/*', '**/config.json']) {
    await page.route(place, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text())
        .replace('"push":null', '"push":"BKey"')
        .replace('"missedReplyMails":false', '"missedReplyMails":true');
      await route.fulfill({ response: answer, body: text });
    });
  }
  await page.reload();
  await openShortcuts();
  await wish.click();
  await expect(section.getByRole('heading')).toBeFocused();
  await expect(section.getByRole('heading')).toBeInViewport();
  await expect(section.getByText('notifications come only to the app on the home screen')).toBeVisible();
  await expect(section.getByText(`to ${visitor.email}`)).toBeVisible();
  const words = section.getByRole('switch', { name: 'Show the words' });
  await expect(words).toBeChecked();
  await press(words, { checked: false });
  await press(section.getByRole('switch', { name: 'Quiet hours' }), { checked: true });
  const until = section.getByLabel('Until');
  await expect(until).toHaveValue('07:00');
  // The switches are saved on their own.
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes('/notification_settings') &&
      answer.request().postData()?.includes('390') === true,
  );
  await until.fill('06:30');
  await until.blur();
  expect((await saved).ok()).toBe(true);
  expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);

  await page.reload();
  await expect(words).not.toBeChecked();
  await expect(until).toHaveValue('06:30');
});
