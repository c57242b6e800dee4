import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../api/webhook.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const VENDOR = person();
const ENDPOINT: WebhookEndpoint = {
  id: '0e3f8a52-5a0f-4c5e-8a44-5d2b8f6f6c01',
  owner_id: VENDOR.id,
  url: 'https://crm.example/leads',
  created_at: '2026-03-02T08:00:00.000Z',
  failing_since: null,
  paused_at: null,
  rests_until: null,
};
const FAILED: WebhookDelivery = {
  id: '5b7b6a0c-3d0c-4f57-9f55-1f0b4d9b7e02',
  event: 'ping',
  state: 'failed',
  tries: 1,
  created_at: '2026-03-02T08:00:00.000Z',
  tried_at: '2026-03-02T08:00:01.000Z',
  answer: 500,
  failure: null,
};

async function showPage(): Promise<void> {
  await renderInApp(
    <CurrentProfileContext value={VENDOR}>
      <WebhooksPage />
    </CurrentProfileContext>,
    { as: VENDOR, known: [[queryKeys.team.booth(VENDOR.id), null]] },
  );
}

test('an address that is not public is refused', async () => {
  const asked: unknown[] = [];
  answer('GET /rest/v1/webhook_endpoints', () => rows([]));
  // The server looks up where the name leads.
  answer('POST /functions/v1/webhook', async (request) => {
    asked.push(await request.json());
    return json({ error: 'Not a public server' }, 400);
  });
  await showPage();
  await page.getByLabelText('Address').fill('https://crm.invalid/leads');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a public address that begins with https://.');
  expect(asked).toEqual([{ url: 'https://crm.invalid/leads' }]);
  expect(await lookFindings()).toEqual([]);
});

test('a paused webhook says what failed, goes on, and gets a new secret', async () => {
  let endpoint: WebhookEndpoint = { ...ENDPOINT, paused_at: '2026-03-03T08:00:00.000Z' };
  answer('GET /rest/v1/webhook_endpoints', () => rows([endpoint]));
  answer('GET /rest/v1/webhook_deliveries', () => rows([FAILED]));
  await showPage();
  await expect.element(page.getByText('Answer 500')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
  expect(await lookFindings(), 'paused').toEqual([]);

  answer('POST /rest/v1/rpc/resume_webhook', () => {
    endpoint = ENDPOINT;
    return new Response(null, { status: 204 });
  });
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.click();
  await expectToast('Deliveries go on');
  await expect.element(resume).not.toBeInTheDocument();

  answer('POST /functions/v1/webhook-secret', () => json({ secret: `whsec_${'Ab3'.repeat(14)}` }));
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await expect.element(page.getByRole('dialog').getByText(/^whsec_/)).toBeVisible();
  expect(await lookFindings(), 'the new secret').toEqual([]);
});
