import { PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, composer, expectChatOpen } from '../pages/chat-page.ts';

/** Clients come back after at most 10 s of waiting. */
const RECOVERY_MS = 45_000;
const PHRASE = 'Our minimum order quantity is 500 pieces.';
const EXACT = '我们的最小起订量是500件。';

test('with no network and no engine, a quick phrase is translated in the browser and reaches its reader so @long', async ({
  people,
  openPage,
  wire,
  engine: provider,
}) => {
  test.slow();
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, await people.visitor(SIYUAN));
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin, installs: true });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);
  const asked = provider.asked.length;

  await page.context().setOffline(true);
  wire.cut('everything');
  // On a phone they lie on the keyboard.
  await composer(page).focus();
  await page.getByRole('button', { name: 'Quick phrases' }).click();
  const panel = page.getByRole('dialog', { name: 'Quick phrases' });
  await panel.getByRole('searchbox').fill('minimum order is');
  await panel.getByRole('button', { name: 'Our minimum order quantity is …' }).click();
  await panel.getByLabel('Number').fill('500');
  await expect(panel.getByRole('status')).toContainText(EXACT);
  await panel.getByRole('button', { name: 'Put into message' }).click();
  await expect(panel).toBeHidden();
  await expect(composer(page)).toHaveValue(PHRASE);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(bubble(page, PHRASE)).toContainText(/waiting for network/i);
  await expect(bubble(page, PHRASE)).toContainText('Phrasebook translation');
  await expect(bubble(page, PHRASE).getByText(EXACT, { exact: true })).toBeVisible();

  wire.restore();
  await page.context().setOffline(false);
  await expect(bubble(page, PHRASE)).not.toContainText(/waiting for network/i, { timeout: RECOVERY_MS });
  await expect
    .poll(() => people.messages(vendor, sessionId))
    .toMatchObject([{ content: PHRASE, translated_content: EXACT }]);
  expect(provider.asked).toHaveLength(asked);
});
