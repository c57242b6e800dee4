import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { keepSession } from '@/shared/testing/auth-answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { DeviceSession } from '../api/devices.ts';
import { Devices } from './devices.tsx';

const VENDOR = person();
const SESSIONS = 'GET /auth/v1/sessions';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

// In any language, and without those of toasts.
const items = page
  .getByRole('region')
  .filter({ has: page.getByRole('heading', { level: 2 }) })
  .getByRole('listitem');
const others = page.getByRole('button', { name: 'Log out all other devices' });

function session(id: string, given: Partial<DeviceSession>): DeviceSession {
  const at = new Date().toISOString();
  return { id, created_at: at, last_seen_at: at, user_agent: CHROME, current: false, ...given };
}

/** Shows the devices of a user; what the auth service lists can be changed. */
async function showDevices(language: 'en' | 'ar' = 'en'): Promise<{ list: DeviceSession[] }> {
  const kept = {
    list: [
      session('here', { current: true }),
      session('phone', { user_agent: SAFARI }),
      session('unknown', { user_agent: null }),
    ],
  };
  answer(SESSIONS, () => json({ sessions: kept.list }));
  keepSession(VENDOR);
  await renderInApp(<Devices userId={VENDOR.user_id} />, { as: VENDOR, language });
  await expect.poll(() => items.elements()).toHaveLength(3);
  return kept;
}

test('each browser is named, and another one is logged out', async () => {
  const kept = await showDevices();
  await expect.element(items.first()).toHaveTextContent('Chrome on Linux');
  await expect.element(items.first()).toHaveTextContent('This device');
  expect(items.first().getByRole('button').elements()).toEqual([]);
  await expect.element(items.last()).toHaveTextContent('Unknown device');

  const phone = page.getByRole('button', { name: 'Log out Safari on iOS' });
  answer('DELETE /auth/v1/sessions/phone', () => new Response('crash', { status: 500 }));
  await phone.click();
  await expectToast('Error', 'The device could not be logged out. Please try again.');
  await expect.poll(() => items.elements()).toHaveLength(3);

  answer('DELETE /auth/v1/sessions/phone', () => {
    kept.list = kept.list.filter(({ id }) => id !== 'phone');
    return new Response(null, { status: 204 });
  });
  await phone.click();
  await expectToast('Safari on iOS is logged out');
  await expect.poll(() => items.elements()).toHaveLength(2);
});

test('all others are logged out at once', async () => {
  const kept = await showDevices();
  const scopes: unknown[] = [];
  answer('POST /auth/v1/logout', (request) => {
    scopes.push(new URL(request.url).searchParams.get('scope'));
    kept.list = kept.list.slice(0, 1);
    return new Response(null, { status: 204 });
  });
  await others.click();
  await expectToast('All other devices are logged out');
  await expect.poll(() => items.elements()).toHaveLength(1);
  expect(scopes).toEqual(['others']);
  await expect.element(others).not.toBeInTheDocument();
});

test('a list that does not load says so and loads on a second try', async () => {
  answer(SESSIONS, () => new Response('crash', { status: 500 }));
  keepSession(VENDOR);
  await renderInApp(<Devices userId={VENDOR.user_id} />, { as: VENDOR });
  await expect.element(page.getByText('Your devices could not be loaded.')).toBeVisible();
  answer(SESSIONS, () => json({ sessions: [session('here', { current: true })] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('This device')).toBeVisible();
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showDevices(language);
  expect(await lookFindings()).toEqual([]);
});
