import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo, SIGN_IN_LINK } from '../fixtures/outbox.ts';
import { newEmail } from '../fixtures/people.ts';
import { expectAutofill, requestReset, verify } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send.

test.describe('a magic link', () => {
  test('is offered nowhere, and signs in when asked for', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page.getByText(/magic/i)).toHaveCount(0);
    await page.goto('/login?view=magic-link');
    const send = page.getByRole('button', { name: 'Send magic link' });
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('Please enter your email address');
    await page.getByLabel('Email address').fill(member.email);
    await send.click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the magic link',
    );
    await page.goto((await mailTo(server, member.email, SIGN_IN_LINK)).link);
    await expect(page.getByText('Select your role to get started')).toBeVisible();
  });
});

test.describe('the address of the page', () => {
  const refusal = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+too+old';
  test('says what was wrong, and brings no markup into the page, nor a flood of text', async ({
    openPage,
  }) => {
    const page = await openPage(PHONE);
    for (const [where, message] of [
      [`/login?${refusal}`, 'Email link is too old'],
      [`/login#${refusal}&sb=`, 'Email link is too old'],
      [`/?${refusal}#${refusal}&sb=`, 'Email link is too old'],
      ['/#access_token=a&refresh_token=b&expires_in=9&token_type=bearer', 'Not a valid PKCE flow url.'],
    ] as const) {
      await test.step(where.slice(0, 30), async () => {
        await page.goto(where);
        await expect(page.getByRole('alert')).toHaveText(message);
        await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
        await expect(page.getByLabel('Create a Password')).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
    const markup = '<img src=x onerror="document.title=1">';
    await page.goto(`/login?error_description=${encodeURIComponent(markup + 'x'.repeat(2000))}`);
    await expect(page.getByRole('alert')).toContainText(markup);
    expect((await page.getByRole('alert').textContent())?.length).toBeLessThan(250);
    await expect(page.getByRole('alert').locator('img')).toHaveCount(0);
  });

  test('leaves a session alone', async ({ member, openPage }) => {
    const page = await openPage(PHONE, { as: member });
    await page.goto(`/login?${refusal}`);
    await expectToast(page, 'Email link is too old');
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });
});

test.describe('the forms', () => {
  test('are known to password managers, follow the back button, keep the address, and do not reveal who has an account', async ({
    openPage,
  }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await expectAutofill(page.getByLabel('Email address'), 'username');
    await expectAutofill(page.getByLabel('Your Password'), 'current-password');
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
    await expectAutofill(page.getByLabel('Email address'), 'username');
    await expectAutofill(page.getByLabel('Create a Password'), 'new-password');

    await page.goto('/login');
    await page.getByLabel('Email address').fill('nora@fair.example');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue('nora@fair.example');
    await expect(page.getByRole('region', { name: 'Send reset password instructions' })).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Your Password')).toBeVisible();
    await expect(page.getByLabel('Email address')).toHaveValue('nora@fair.example');
    // The same answer as for an address that is known.
    await requestReset(page, newEmail());
  });

  test('say when the server does not answer', async ({ wire, openPage }) => {
    const page = await openPage(PHONE, { origin: wire.origin });
    await page.goto('/login?view=verify-code');
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('Please enter your email address and the code');
    await page.getByLabel('Email address').fill('nora@fair.example');
    await page.getByLabel('Token').fill('123456');
    wire.cut('everything');
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
  });
});
