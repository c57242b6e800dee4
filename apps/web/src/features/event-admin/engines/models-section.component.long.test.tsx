import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import type { InstalledModel } from './installed-models.ts';
import { SpeechSection } from './models-section.tsx';

const SENSEVOICE: InstalledModel = {
  id: 'speech-sensevoice',
  kind: 'speech',
  title: 'SenseVoice small',
  version: '2024-07-17',
  licence: { name: 'FunASR Model License 1.1', url: 'https://models.example/MODEL_LICENSE' },
  optional: true,
  totalBytes: 240_000_000,
  state: 'off',
};
const WHISPER: InstalledModel = {
  ...SENSEVOICE,
  id: 'speech-whisper-turbo',
  title: 'Whisper large v3 turbo',
  licence: { name: 'MIT', url: 'https://models.example/LICENSE' },
  totalBytes: 1_080_000_000,
};
const TRANSLATION: InstalledModel = {
  ...SENSEVOICE,
  id: 'translation-en-zh',
  kind: 'translation',
  optional: false,
};

const dialog = page.getByRole('dialog');
const model = page.getByRole('listitem').filter({ hasText: 'SenseVoice small' });

const serve = (...models: InstalledModel[]) => adminReads('/models', { models });

test('a speech model is switched on, tried again after a failure, and switched off', async () => {
  serve(TRANSLATION, SENSEVOICE, WHISPER);
  await renderForAdmin(<SpeechSection />);
  await expect.element(model).toHaveTextContent('240 MB');
  await expect.element(model.getByText('Off', { exact: true })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  await expect
    .element(model.getByRole('link', { name: /^Licence of/ }))
    .toHaveAttribute('href', SENSEVOICE.licence.url);

  adminActs('POST /models/enable', () => refusal(507, 'models_disk_full'));
  await model.getByRole('button', { name: /^Switch on/ }).click();
  await expect.element(dialog.getByRole('link', { name: /^Read the licence/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Free at least \u2068240 MB\u2069 of space');
  expect(await lookFindings(), 'the question').toEqual([]);

  const enabled = adminActs('POST /models/enable');
  serve({ ...SENSEVOICE, state: 'failed', failure: 'refused', retryAt: null }, WHISPER);
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(model.getByText('The download address answered with an error.')).toBeVisible();
  expect(enabled).toEqual([{ id: SENSEVOICE.id }]);
  expect(await lookFindings(), 'the failure').toEqual([]);

  const retried = adminActs('POST /models/retry');
  serve({ ...SENSEVOICE, state: 'downloading', bytes: 24_000_000 }, WHISPER);
  await model.getByRole('button', { name: /^Try again/ }).click();
  await expect.element(model.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
  expect(retried).toEqual([{ id: SENSEVOICE.id }]);
  expect(await lookFindings(), 'the progress').toEqual([]);

  const disabled = adminActs('POST /models/disable');
  serve(SENSEVOICE, WHISPER);
  await model.getByRole('button', { name: /^Switch off/ }).click();
  await dialog.getByRole('button', { name: 'Switch off and delete' }).click();
  await expect.element(model.getByText('Off', { exact: true })).toBeVisible();
  await expect.element(model.getByRole('button', { name: /^Switch on/ })).toHaveFocus();
  expect(disabled).toEqual([{ id: SENSEVOICE.id }]);
});
