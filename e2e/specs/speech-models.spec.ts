import { rm } from 'node:fs/promises';
import path from 'node:path';
import { stallAfter, status } from '@dragoman/local-engines/models/testing/registry';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { ADMIN, ensureAdmin, signInAsAdmin } from '../pages/event-admin-page.ts';

// Models for speech recognition on the organiser's page. A local mirror serves the start of one of
// them.

// Other specs of this worker see the product as it comes.
test.afterEach(async ({ server }) => {
  await rm(path.join(server.dataDir, 'models'), { recursive: true, force: true, maxRetries: 5 });
});

test('an organiser switches a speech model on, tries again after a failure, and switches it off @long', async ({
  openPage,
  mirror,
}) => {
  const asked = mirror.requests.length;
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' });
  await page.goto('/organiser');
  await ensureAdmin(page);
  await page.context().clearCookies();
  await page.reload();
  await signInAsAdmin(page, ADMIN);
  const speech = page.getByRole('region', { name: 'Speech recognition' });
  const model = speech.getByRole('listitem').filter({ hasText: 'SenseVoice small' });
  const dialog = page.getByRole('dialog');

  await test.step('both are listed with size and licence, and are off', async () => {
    await expect(speech.getByRole('listitem')).toHaveCount(2);
    await expect(speech.getByText('Off', { exact: true })).toHaveCount(2);
    await expect(model).toContainText('240 MB');
    await expect(model.getByRole('link', { name: /^Licence of/ })).toHaveAttribute('href', /MODEL_LICENSE$/);
    await expect(speech).toContainText('the microphone stays off');
    expect(mirror.requests).toHaveLength(asked);
  });

  await test.step('a download that fails says why', async () => {
    // The server tries again by itself, and fails again.
    mirror.next.push(...Array.from({ length: 20 }, () => status(404)));
    await model.getByRole('button', { name: /^Switch on/ }).click();
    await expect(dialog.getByRole('link', { name: /^Read the licence/ })).toBeVisible();
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await dialog.getByRole('button', { name: /^Download/ }).click();
    await expect(dialog).toBeHidden();
    await expect(model.getByText('The download address answered with an error.')).toBeVisible();
  });

  await test.step('tried again, it shows its progress', async () => {
    mirror.next.splice(0, mirror.next.length, stallAfter(24_000_000));
    await model.getByRole('button', { name: /^Try again/ }).click();
    await expect(model.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
  });

  await test.step('switched off, after a question, it is as before', async () => {
    await model.getByRole('button', { name: /^Switch off/ }).click();
    await dialog.getByRole('button', { name: 'Switch off and delete' }).click();
    await expect(model.getByText('Off', { exact: true })).toBeVisible();
    await expect(model.getByRole('button', { name: /^Switch on/ })).toBeFocused();
  });
});
