import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { AUTH_STORAGE_KEY } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectToast } from '../pages/toasts.ts';

test('a visitor who comes second, is slower, or has become a vendor meanwhile is refused and told why', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const quick = await people.visitor();
  const taken = await people.meet(vendor, quick);
  const late = await people.visitor({ name: 'Late Visitor' });
  const page = await openPage(PHONE, { as: late });

  await test.step('another user has accepted the invitation', async () => {
    await page.goto(`/join/${taken}`);
    await expectToast(page, 'Session Error', 'This chat session is already taken by another visitor');
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });

  await test.step("nor does the chat's address open it", async () => {
    await page.goto(`/chat/${taken}`);
    await expect(page.getByText('Chat session not found')).toBeVisible();
    await page.getByText('Back to Dashboard').click();
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });

  await test.step('another user is quicker', async () => {
    const sessionId = await people.openSession(vendor);
    await page.goto(`/join/${sessionId}`);
    await expect(page.getByRole('button', { name: 'Join Session' })).toBeVisible();
    const { error } = await quick.client.rpc('join_session', { session_id: sessionId });
    expect(error).toBeNull();
    await page.getByRole('button', { name: 'Join Session' }).click();
    await expectToast(page, 'Error', 'This session is already taken by another visitor');
    await expect(page).not.toHaveURL(/\/chat\//);
  });

  await test.step('the visitor has become a vendor', async () => {
    await page.goto(`/join/${await people.openSession(vendor)}`);
    await expect(page.getByRole('button', { name: 'Join Session' })).toBeVisible();
    const { error } = await late.client.from('profiles').update({ role: 'vendor' }).eq('id', late.profileId);
    expect(error).toBeNull();
    await page.getByRole('button', { name: 'Join Session' }).click();
    await expectToast(
      page,
      'Invalid Role',
      'Only visitors can join chat sessions. Please create a visitor account.',
    );
    await expect(page).not.toHaveURL(/\/chat\//);
  });
});

test('a stored session that is worth nothing leads to the login page @long', async ({ openPage }) => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const stranger = {
    id: '00000000-0000-4000-8000-000000000000',
    email: 'gone@fair.example',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
  };
  const expired = {
    access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjF9.c2ln',
    refresh_token: 'unknown',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: past,
    user: stranger,
  };
  const page = await openPage(DESKTOP, { as: { session: 'not a session' } });
  await page.goto('/vendor-dashboard');
  await expect(page).toHaveURL(/\/login(\?|$)/);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

  // No other tab writes there in the meantime.
  await page.goto('/pricing');
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    AUTH_STORAGE_KEY,
    JSON.stringify(expired),
  ] as const);
  await page.goto('/vendor-dashboard');
  await expect(page).toHaveURL(/\/login(\?|$)/);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});
