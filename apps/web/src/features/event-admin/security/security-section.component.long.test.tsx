import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_API, answer, json } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import type { SecurityEvent } from './security-events.ts';
import { SecuritySection } from './security-section.tsx';

const row = (text: string) => page.getByRole('row').filter({ hasText: text });

function event(id: number, given: Partial<SecurityEvent>): SecurityEvent {
  return {
    id,
    at: '2026-01-05T08:00:00.000Z',
    event: 'admin_action',
    outcome: 'success',
    userId: null,
    actor: null,
    network: '203.0.113.0',
    details: {},
    repeated: 1,
    ...given,
  };
}

const EVENTS = [
  event(4, { actor: 'Béatrice Ono', details: { action: 'guests_changed' } }),
  event(3, {
    event: 'admin_sign_in_failed',
    outcome: 'failure',
    details: { reason: 'wrong_code' },
    repeated: 2,
  }),
  event(2, { actor: 'Amina Haddad', details: { action: 'admin_added', target: 'Béatrice Ono' } }),
  event(1, {
    event: 'sign_in',
    userId: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11',
    network: '2001:db8:85a3::/64',
  }),
];

test('the log names who did what, and can be narrowed down', async () => {
  answer(`GET ${ADMIN_API}/security-events`, ({ url }) => {
    const { searchParams } = new URL(url);
    const kind = searchParams.get('event');
    const before = Number(searchParams.get('before') ?? 5);
    const found = EVENTS.filter((one) => (kind === null || one.event === kind) && one.id < before);
    return json({ events: found.slice(0, 3), more: found.length > 3 });
  });
  await renderForAdmin(<SecuritySection />);
  await expect.element(row('Guests changed')).toHaveTextContent('Béatrice Ono');
  await expect.element(row('Administrator added')).toHaveTextContent('Amina Haddad');
  await expect.element(row('Failed sign-in of an administrator')).toHaveTextContent('2 times');
  await expect.element(row('Failed sign-in of an administrator')).toHaveTextContent('Refused');
  await page.getByRole('button', { name: 'Show older events' }).click();
  await expect.element(row('Signed in')).toHaveTextContent('User 7f9f0a0e');
  await expect.element(page.getByRole('button', { name: 'Show older events' })).not.toBeInTheDocument();
  expect(await lookFindings()).toEqual([]);

  const show = page.getByLabelText('Show', { exact: true });
  await show.selectOptions('Failed sign-in of an administrator');
  await expect.element(row('Administrator added')).not.toBeInTheDocument();
  await expect.element(row('Failed sign-in of an administrator')).toBeVisible();
  await show.selectOptions('Passkey added');
  await expect.element(page.getByText('No events')).toBeVisible();
  await show.selectOptions('All events');
  await expect.element(row('Guests changed')).toBeVisible();
});
