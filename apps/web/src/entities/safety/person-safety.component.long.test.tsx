import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { PersonSafety } from './person-safety.tsx';

// Blocks and reports. Permissions are tested in apps/server/test/trust.

const ME = person({ role: 'visitor', name: '陈思远', company: '远山贸易' });
const NORA = { id: 'nora', name: 'Nora Whitfield' };

const report = page.getByRole('dialog', { name: /^Report / });
const send = report.getByRole('button', { name: 'Send report' });

test('a person is reported with the chat’s messages, blocked, and unblocked', async () => {
  answer('GET /rest/v1/blocks', () => rows([]));
  await renderInApp(<PersonSafety person={NORA} chatId="chat" />, { as: ME });
  await page.getByRole('button', { name: 'Report' }).click();
  await send.click();
  await expect.element(report.getByText('Please choose what it is about.')).toBeVisible();
  await expect.element(report.getByRole('radio').first()).toHaveFocus();
  await report.getByRole('radio', { name: 'Something else' }).click();
  await send.click();
  const details = report.getByRole('textbox', { name: /^What happened/ });
  await expect.element(details).toHaveAccessibleDescription('Please say in a few words what it is about.');
  await expect.element(details).toHaveFocus();
  expect(await lookFindings()).toEqual([]);

  await report.getByRole('radio', { name: 'Spam or advertising' }).click();
  answer('GET /rest/v1/messages', () => rows([{ id: 'second' }, { id: 'first' }]));
  answer('POST /rest/v1/reports', () => json({ code: 'PT429', message: 'Too many' }, 429));
  answer('GET /rest/v1/reports', () => rows([]));
  await send.click();
  await expect
    .element(report.getByText('You have sent ten reports today. Please try again tomorrow.'))
    .toBeVisible();
  let sent: unknown;
  answer('POST /rest/v1/reports', async (request) => {
    sent = await request.json();
    return new Response(null, { status: 201 });
  });
  await send.click();
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await expect.element(thanks.getByRole('button', { name: 'Done' })).toHaveFocus();
  expect(sent).toMatchObject({
    reporter_id: ME.id,
    reported_id: NORA.id,
    reason: 'spam',
    session_id: 'chat',
    message_ids: ['second', 'first'],
  });

  await thanks.getByRole('button', { name: 'Block' }).click();
  let blocked: unknown;
  answer('POST /rest/v1/blocks', async (request) => {
    blocked = await request.json();
    return new Response(null, { status: 201 });
  });
  answer('GET /rest/v1/blocks', () =>
    rows([{ blocked_id: NORA.id, created_at: '2026-01-05T08:00:00+00:00', person: null }]),
  );
  const question = page.getByRole('dialog', { name: /^Block / });
  await question.getByRole('button', { name: 'Block' }).click();
  await expectToast('\u2068Nora Whitfield\u2069 is blocked');
  expect(blocked).toEqual({ blocker_id: ME.id, blocked_id: NORA.id });

  const unblock = page.getByRole('button', { name: 'Unblock' });
  await expect.element(unblock).toBeVisible();
  answer('DELETE /rest/v1/blocks', () => new Response(null, { status: 204 }));
  answer('GET /rest/v1/blocks', () => rows([]));
  // The toast lies over it.
  (unblock.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
});
