import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubbles, composer, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

const NO_SUCH_SESSION = '00000000-0000-4000-8000-000000000000';

test.describe('joining', () => {
  test('a second visitor is refused and led to the dashboard', async ({ people, openPage }) => {
    const sessionId = await people.meet(await people.vendor(), await people.visitor());
    const page = await openPage(PHONE, { as: await people.visitor({ name: 'Late Visitor' }) });
    await page.goto(`/join/${sessionId}`);
    await expectToast(page, 'Session Error', 'This chat session is already taken by another visitor');
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });

  test('a visitor who loses the race for a session is told so', async ({ people, openPage }) => {
    const sessionId = await people.openSession(await people.vendor());
    const quick = await people.visitor();
    const page = await openPage(PHONE, { as: await people.visitor({ name: 'Slow Visitor' }) });
    await page.goto(`/join/${sessionId}`);
    await expect(page.getByRole('button', { name: 'Join Session' })).toBeVisible();
    const { error } = await quick.client.rpc('join_session', { session_id: sessionId });
    expect(error).toBeNull();
    await page.getByRole('button', { name: 'Join Session' }).click();
    await expectToast(page, 'Error', 'This session is already taken by another visitor');
    await expect(page).not.toHaveURL(/\/chat\//);
  });

  test("another visitor cannot open a session's chat by its address", async ({ people, openPage }) => {
    const sessionId = await people.meet(await people.vendor(), await people.visitor());
    const page = await openPage(PHONE, { as: await people.visitor({ name: 'Curious Visitor' }) });
    await page.goto(`/chat/${sessionId}`);
    await expect(page.getByText('Chat session not found')).toBeVisible();
    await page.getByText('Back to Dashboard').click();
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });

  test("a vendor cannot join another vendor's session", async ({ people, openPage }) => {
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

  test('whoever has become a vendor meanwhile is refused when joining', async ({ people, openPage }) => {
    const sessionId = await people.openSession(await people.vendor());
    const turncoat = await people.visitor({ name: 'Former Visitor' });
    const page = await openPage(PHONE, { as: turncoat });
    await page.goto(`/join/${sessionId}`);
    await expect(page.getByRole('button', { name: 'Join Session' })).toBeVisible();
    const { error } = await turncoat.client
      .from('profiles')
      .update({ role: 'vendor' })
      .eq('id', turncoat.profileId);
    expect(error).toBeNull();
    await page.getByRole('button', { name: 'Join Session' }).click();
    await expectToast(
      page,
      'Invalid Role',
      'Only visitors can join chat sessions. Please create a visitor account.',
    );
    await expect(page).not.toHaveURL(/\/chat\//);
  });

  test('the two people of a session go straight to its chat', async ({ people, openPage }) => {
    const vendor = await people.vendor();
    const visitor = await people.visitor();
    const sessionId = await people.meet(vendor, visitor);
    for (const person of [vendor, visitor]) {
      const page = await openPage(PHONE, { as: person });
      await page.goto(`/join/${sessionId}`);
      await expectChatOpen(page, sessionId);
    }
  });

  for (const [what, id] of [
    ['an unknown id', NO_SUCH_SESSION],
    ['an id that is none', 'lunch-menu'],
  ]) {
    test(`${what} finds no session`, async ({ openPage }) => {
      const page = await openPage(PHONE);
      await page.goto(`/join/${id}`);
      await expect(page.getByRole('heading', { name: 'Session Not Found' })).toBeVisible();
      await expect(
        page.getByText("The chat session you're trying to join doesn't exist or has expired."),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Go Home' }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  }
});

test.describe('signed out', () => {
  test('a wrong password gets the same answer as an unknown address', async ({ people, openPage }) => {
    const { email } = await people.account();
    const page = await openPage(DESKTOP);
    await page.goto('/login');
    for (const address of [email, 'nobody@fair.example']) {
      await signIn(page, { email: address, password: `not-${PASSWORD}` });
      await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
    }
  });

  test('an empty form says what is missing', async ({ openPage }) => {
    const page = await openPage(DESKTOP);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'You must provide either an email or phone number and a password',
    );
  });
});

test.describe('a stored session that is worth nothing', () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const stranger = {
    id: NO_SUCH_SESSION,
    email: 'gone@fair.example',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
  };
  const sessions: Record<string, unknown> = {
    garbage: 'not a session',
    'an expired one with an unknown refresh token': {
      access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjF9.c2ln',
      refresh_token: 'unknown',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: past,
      user: stranger,
    },
  };
  for (const [what, session] of Object.entries(sessions)) {
    test(`${what} leads to the login page`, async ({ openPage }) => {
      const page = await openPage(DESKTOP, { as: { session } });
      await page.goto('/vendor-dashboard');
      await expect(page).toHaveURL(/\/login(\?|$)/);
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    });
  }
});

test.describe('messages', () => {
  test('5,001 characters are not sent and not lost', async ({ people, openPage }) => {
    const vendor = await people.vendor();
    const sessionId = await people.meet(vendor, await people.visitor());
    const page = await openPage(DESKTOP, { as: vendor });
    await page.goto(`/chat/${sessionId}`);
    const tooLong = 'x'.repeat(5001);
    await composer(page).fill(tooLong);
    await composer(page).press('Enter');
    await expect(page.getByText(/5,?000/).first()).toBeVisible();
    await expect(composer(page)).toHaveValue(tooLong);
    await expect(bubbles(page)).toHaveCount(0);
    expect(await people.messages(vendor, sessionId)).toEqual([]);

    // One character less is fine, also on the other side.
    const longest = tooLong.slice(1);
    await send(page, longest);
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).map((m) => m.content))
      .toEqual([longest]);
  });

  test('a message of spaces is not sent', async ({ people, openPage }) => {
    const vendor = await people.vendor();
    const sessionId = await people.meet(vendor, await people.visitor());
    const page = await openPage(DESKTOP, { as: vendor });
    await page.goto(`/chat/${sessionId}`);
    await composer(page).fill('   \n  ');
    await composer(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
    // What is sent next comes first.
    await composer(page).fill('');
    await send(page, SAID.en.greeting.text);
    await expectMessages(page, [SAID.en.greeting.text]);
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).map((m) => m.content))
      .toEqual([SAID.en.greeting.text]);
  });
});
