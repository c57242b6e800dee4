import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { ProposeMeetingDialog } from './propose-meeting-dialog.tsx';

const CHAT = '0e8f5c1e-6a57-4d0e-9f54-3b1a2c4d5e6f';
const PROPOSE = 'POST /rest/v1/rpc/propose_meeting';

const dialog = page.getByRole('dialog', { name: 'Propose a meeting' });
const date = dialog.getByLabelText('Date');
const start = dialog.getByLabelText('Start');
const send = dialog.getByRole('button', { name: 'Send request' });

async function showDialog(language: 'en' | 'ar' = 'en') {
  answer('POST /rest/v1/rpc/meeting_place', () => json('Harbour Lighting, Hall 4'));
  const onClose = vi.fn();
  await renderInApp(
    <ProposeMeetingDialog chatId={CHAT} otherName="Nora Whitfield" replaced={null} onClose={onClose} />,
    { language },
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return onClose;
}

/** The device says that it is elsewhere. */
function liveIn(timeZone: string): void {
  const { prototype } = Intl.DateTimeFormat;
  const { resolvedOptions } = prototype;
  prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone };
  };
  onTestFinished(() => {
    prototype.resolvedOptions = resolvedOptions;
  });
}

/** @returns a day in four weeks, as a date field has it */
function someDay(): string {
  return new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10);
}

/** @returns the next day on which the clocks go forward in Berlin */
function nextClockChange(): string {
  const now = new Date();
  for (const year of [now.getUTCFullYear(), now.getUTCFullYear() + 1]) {
    const day = new Date(Date.UTC(year, 2, 31));
    day.setUTCDate(31 - day.getUTCDay());
    if (day > now) return day.toISOString().slice(0, 10);
  }
  throw new Error('no clock change');
}

test('two times are proposed in the zone of the device, at the usual place', async () => {
  const onClose = await showDialog();
  await expect.element(dialog.getByText(/Gulf Standard Time/)).toBeVisible();
  await date.fill(someDay());
  await start.fill('10:00');
  await dialog.getByRole('button', { name: 'Add another time' }).click();
  await expect.element(start.nth(1)).toHaveValue('11:00');
  await expect.element(dialog.getByLabelText('Place')).toHaveValue('Harbour Lighting, Hall 4');
  await dialog.getByLabelText('Place').fill('Hall 4, stand B12');
  await dialog.getByLabelText('What it is about').fill('Prices; samples');
  expect(await lookFindings()).toEqual([]);
  let proposed: unknown;
  answer(PROPOSE, async (request) => {
    proposed = await request.json();
    return json({});
  });
  await send.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(proposed).toEqual({
    id: expect.any(String),
    session_id: CHAT,
    times: [`${someDay()}T06:00:00.000Z`, `${someDay()}T07:00:00.000Z`],
    minutes: 30,
    place: 'Hall 4, stand B12',
    note: 'Prices; samples',
    time_zone: 'Asia/Dubai',
  });
});

test('a time that the clocks skip is named', async () => {
  liveIn('Europe/Berlin');
  await showDialog();
  await expect.element(dialog.getByText(/Central European/)).toBeVisible();
  await date.fill(nextClockChange());
  await start.fill('02:30');
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This time does not exist in your time zone');
  await start.fill('03:30');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

test('a proposal without a network stays in the form, and is the same one when it is sent again', async () => {
  const ids: unknown[] = [];
  const onClose = await showDialog();
  await date.fill(someDay());
  await start.fill('03:30');
  answer(PROPOSE, async (request) => {
    ids.push(((await request.json()) as { id: string }).id);
    throw new TypeError('Failed to fetch');
  });
  await send.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('There is no connection');
  await expect.element(start).toHaveValue('03:30');
  expect(onClose).not.toHaveBeenCalled();
  answer(PROPOSE, async (request) => {
    ids.push(((await request.json()) as { id: string }).id);
    return json({});
  });
  await send.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('looks right on a phone, in ar', async () => {
  await showDialog('ar');
  expect(await lookFindings()).toEqual([]);
});
