import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { AUTH_STORAGE_KEY } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

const NO_SUCH_SESSION = '00000000-0000-4000-8000-000000000000';

test.describe('joining', () => {
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
      const { error } = await late.client
        .from('profiles')
        .update({ role: 'vendor' })
        .eq('id', late.profileId);
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

  test("a vendor cannot join another vendor's session @long", async ({ people, openPage }) => {
    const sessionId = await people.openSession(await people.vendor());
    const page = await openPage(DESKTOP, { as: await people.vendor({ name: 'Rival Vendor' }) });
    await page.goto(`/join/${sessionId}`);
    await expectToast(
      page,
      'Session Error',
      'Only visitors can join chat sessions. Please create a visitor account.',
    );
    await expect(page).toHaveURL(/\/vendor-dashboard$/);
  });

  test('the two people of a session go straight to its chat @long', async ({ people, openPage }) => {
    const vendor = await people.vendor();
    const visitor = await people.visitor();
    const sessionId = await people.meet(vendor, visitor);
    for (const person of [vendor, visitor]) {
      const page = await openPage(PHONE, { as: person });
      await page.goto(`/join/${sessionId}`);
      await expectChatOpen(page, sessionId);
    }
  });

  test('an unknown id and an invalid id find no session @long', async ({ openPage }) => {
    const page = await openPage(PHONE);
    for (const id of [NO_SUCH_SESSION, 'lunch-menu']) {
      await page.goto(`/join/${id}`);
      await expect(page.getByRole('heading', { name: 'Session Not Found' })).toBeVisible();
      await expect(
        page.getByText("The chat session you're trying to join doesn't exist or has expired."),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Go Home' }).click();
      await expect(page).toHaveURL(/\/$/);
    }
  });
});

test('signed out, an empty form says what is missing, and a wrong password gets the answer of an unknown address @long', async ({
  people,
  openPage,
}) => {
  const { email } = await people.account();
  const page = await openPage(DESKTOP);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You must provide either an email or phone number and a password',
  );
  for (const address of [email, 'nobody@fair.example']) {
    await signIn(page, { email: address, password: `not-${PASSWORD}` });
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  }
});

test('a stored session that is worth nothing leads to the login page @long', async ({ openPage }) => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const stranger = {
    id: NO_SUCH_SESSION,
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

test('neither spaces nor 5,001 characters are sent, and what is too long is not lost @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  const stored = async () => (await people.messages(vendor, sessionId)).map(({ content }) => content);
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await composer(page).fill('   \n  ');
  await composer(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();

  const tooLong = 'x'.repeat(5001);
  await composer(page).fill(tooLong);
  await composer(page).press('Enter');
  await expect(page.getByText(/5,?000/).first()).toBeVisible();
  await expect(composer(page)).toHaveValue(tooLong);
  await expect(bubbles(page)).toHaveCount(0);
  expect(await stored()).toEqual([]);

  const reason = page.getByRole('status').filter({ hasText: '1 over the limit of 5,000 characters' });
  await expect(reason).toHaveCount(1);

  // One character less is fine, also on the other side, and an unsent text does not count. The next
  // message comes first.
  const longest = tooLong.slice(1);
  await composer(page).fill(`${longest}\n  `);
  await expect(page.getByText('0 characters left')).toBeVisible();
  await expect(reason).toHaveCount(0);
  await send(page, longest);
  await expect.poll(stored).toEqual([longest]);
  await composer(page).fill('   \n  ');
  await composer(page).press('Enter');
  await composer(page).fill('');
  await send(page, SAID.en.greeting.text);
  await expectMessages(page, [longest, SAID.en.greeting.text]);
  await expect.poll(stored).toEqual([longest, SAID.en.greeting.text]);
});
