import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { openChat } from '../pages/chat-page.ts';

// The rules of meetings are tested through the API, in apps/server/test/meetings; the reminders in
// apps/server/test/missed-replies.

const BERLIN = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
const SHANGHAI = { timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const;

const card = (page: Page): Locator => page.getByRole('region', { name: 'Meeting' });

async function openProposal(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: textOf('en', 'chat.attach.add') }).click();
  await page.getByRole('menuitem', { name: 'Propose a meeting' }).click();
  return page.getByRole('dialog', { name: 'Propose a meeting' });
}

/** @returns a day in four weeks, as a date field has it */
function someDay(): string {
  return new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10);
}

test('a vendor proposes times, the visitor accepts one in her zone, both have it in the calendar @long', async ({
  people,
  openPage,
}) => {
  const [nora, wei] = await Promise.all([
    people.vendor(),
    people.visitor({ name: 'Chen Siyuan', language: 'en' }),
  ]);
  const chat = await people.meet(nora, wei);
  const vendor = await openChat(await openPage({ ...DESKTOP, ...BERLIN }, { as: nora }), chat);
  const visitor = await openChat(await openPage({ ...PHONE, ...SHANGHAI }, { as: wei }), chat);

  await test.step('the vendor proposes two times at the booth', async () => {
    const dialog = await openProposal(vendor);
    await dialog.getByLabel('Date').fill(someDay());
    await dialog.getByLabel('Start').fill('10:00');
    await dialog.getByRole('button', { name: 'Add another time' }).click();
    await expect(dialog.getByLabel('Place')).toHaveValue(nora.profile.company);
    await dialog.getByLabel('Place').fill('Hall 4, stand B12');
    await dialog.getByLabel('What it is about').fill(SAID.zh.agenda.text);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(vendor)).toContainText('No answer yet');
    await expect(card(vendor).getByText(/10:00.+10:30/)).toBeVisible();
  });

  await test.step('the visitor reads both zones and accepts the second time', async () => {
    await expect(card(visitor)).toContainText('Hall 4, stand B12');
    const about = card(visitor).getByRole('region', { name: 'What it is about' });
    await expect(about.getByRole('paragraph').first()).toHaveText(SAID.zh.agenda.en);
    await expect(about.getByRole('paragraph').nth(1)).toHaveText(SAID.zh.agenda.text);
    // Who wrote it reads it as it is.
    await expect(card(vendor).getByRole('region', { name: 'What it is about' })).toHaveText(
      SAID.zh.agenda.text,
    );
    await expect(card(visitor).getByText(/10:00.+10:30.+Central European/)).toBeVisible();
    await expect(card(visitor).getByText(/China Standard Time/)).toBeVisible();
    await card(visitor)
      .getByRole('button', { name: /^Accept/ })
      .nth(1)
      .click();
    await expect(card(visitor)).toContainText('Accepted');
    await expect(card(vendor)).toContainText('Accepted');
    await expect(card(vendor).getByText(/11:00.+11:30/)).toBeVisible();
  });

  await test.step('the calendar file has the time in UTC', async () => {
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      card(visitor).getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Meeting with .+\.ics$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('DESCRIPTION:Prices\\; samples\\n');
    const [hour] = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      hourCycle: 'h23',
    })
      .format(new Date(`${someDay()}T10:00Z`))
      .split(':');
    expect(file).toContain(
      `DTSTART:${someDay().replaceAll('-', '')}T${String(21 - Number(hour)).padStart(2, '0')}0000Z`,
    );
  });

  await test.step('the vendor cancels, which both see', async () => {
    await card(vendor).getByRole('button', { name: 'Cancel meeting' }).click();
    await vendor.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click();
    await expect(card(vendor)).toContainText('Cancelled');
    await expect(card(visitor)).toContainText('Cancelled');
    await expect(card(visitor).getByRole('button', { name: 'Remove from calendar' })).toBeVisible();
  });
});
