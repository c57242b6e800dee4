import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { ProvidersSection } from './providers-section.tsx';

const DICTIONARY = {
  engine: 'dictionary',
  description: 'dictionary.example',
  state: 'working',
  lastFailure: null,
  pausedUntil: null,
};

test('a test of an engine says what is wrong and where to look, or what it answered', async () => {
  adminReads('/engines', {
    groups: [
      { kind: 'translation', engines: [DICTIONARY], advice: null },
      { kind: 'speech', engines: [], advice: null },
    ],
  });
  const sent = adminActs('POST /engines/test', () => ({
    ok: false,
    milliseconds: 3,
    failure: 'bad-request',
  }));
  await renderForAdmin(<ProvidersSection />);
  await expect.element(page.getByText(/^Voice messages cannot be recorded/)).toBeVisible();
  const button = page.getByRole('button', { name: 'Test dictionary.example' });
  await button.click();
  const outcome = page.getByRole('status').filter({ hasText: 'did not accept the request' });
  await expect.element(outcome).toHaveTextContent('Check the name of the model');
  expect(sent).toEqual([{ kind: 'translation', engine: 'dictionary' }]);
  expect(await lookFindings()).toEqual([]);

  adminActs('POST /engines/test', () => ({ ok: true, milliseconds: 12, answer: '欢迎光临我们的展位！' }));
  await button.click();
  await expect.element(page.getByText('Answered in 12 ms.')).toBeVisible();
  await expect.element(page.getByText('欢迎光临我们的展位！')).toBeVisible();
  adminActs('POST /engines/test', () => refusal(429, 'too_many_tests', { retryAfterSeconds: 40 }));
  await button.click();
  await expect.element(page.getByText(/Please wait 40 seconds\.$/)).toBeVisible();
});
