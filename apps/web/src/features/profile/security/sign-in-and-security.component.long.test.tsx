import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { authRefusal, authTokens, authUser, keepSession } from '@/shared/testing/auth-answers.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { SignInAndSecurity } from './sign-in-and-security.tsx';

const VISITOR = person({ role: 'visitor' });
const AT = '2026-03-02T08:00:00.000Z';
const RIGHT_CODE = '314159';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `7f3a-91c${index}-e05b`);
const APP: Factor = {
  id: '2d9c5c1e-1a4b-4d2f-8f6a-3c0b7a5d9e01',
  factor_type: 'totp',
  status: 'verified',
  created_at: AT,
  updated_at: AT,
};
const PASSKEY: PasskeyListItem = {
  id: '4b1f7e2c-5d6a-4c8b-9e0f-1a2b3c4d5e02',
  friendly_name: 'Chrome on Android',
  created_at: AT,
};
const RECOVERY_CODES = '/auth/v1/factors/recovery-codes';

const dialog = page.getByRole('dialog');
const alert = page.getByRole('alert');
const apps = page.getByRole('list', { name: 'Authenticator apps' }).getByRole('listitem');
const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

interface Account {
  apps?: Factor[];
  passkeys?: PasskeyListItem[];
  language?: 'en' | 'ar';
  /** Whether the page is at the address of the server, where browsers have passkeys. */
  atServer?: boolean;
}

/** Shows the section, with the auth service's answers about an account. */
async function showSection(account: Account = {}): Promise<void> {
  const { language = 'en', atServer = true } = account;
  const kept = { apps: account.apps ?? [], passkeys: account.passkeys ?? [], codes: 10 };
  const user = () => authUser(VISITOR, kept.apps);
  const left = () => ({ remaining: kept.codes, created_at: AT, expires_at: null });
  answer('GET /auth/v1/user', () => json(user()));
  answer('POST /auth/v1/token', () => json(authTokens(user())));
  answer(`GET ${RECOVERY_CODES}`, () => json(left()));
  answer(`POST ${RECOVERY_CODES}`, () => json({ codes: CODES, ...left() }));

  answer('POST /auth/v1/factors', async (request) => {
    const { friendly_name } = await request.json();
    // The # of a colour would end the picture's address if it were not escaped.
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="#000" width="9" height="9"/></svg>';
    return json({
      id: APP.id,
      type: 'totp',
      friendly_name,
      totp: { qr_code: picture, secret: SECRET, uri: '' },
    });
  });
  const factor = `/auth/v1/factors/${APP.id}`;
  answer(`POST ${factor}/challenge`, () => json({ id: 'challenge', type: 'totp', expires_at: 0 }));
  answer(`POST ${factor}/verify`, async (request) => {
    const { code } = await request.json();
    if (code !== RIGHT_CODE) {
      return authRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    kept.apps = [APP];
    return json(authTokens(user()));
  });
  answer(`DELETE ${factor}`, () => {
    kept.apps = [];
    return json({ id: APP.id });
  });

  answer('GET /auth/v1/passkeys', () => json(kept.passkeys));
  const passkey = `/auth/v1/passkeys/${PASSKEY.id}`;
  answer(`PATCH ${passkey}`, async (request) => {
    const { friendly_name } = await request.json();
    kept.passkeys = [{ ...PASSKEY, friendly_name }];
    return json(kept.passkeys[0]);
  });
  answer(`DELETE ${passkey}`, () => {
    kept.passkeys = [];
    return new Response(null, { status: 204 });
  });

  keepSession(VISITOR);
  await renderInApp(<SignInAndSecurity />, {
    as: VISITOR,
    language,
    config: { passkeys: true, ...(atServer && { supabaseUrl: location.origin }) },
  });
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
}

describe('an authenticator app', () => {
  test('is added with its first code, brings recovery codes, and is removed', async () => {
    await showSection();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
    await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
    await expect.element(dialog.getByTestId('totp-secret')).toHaveTextContent(SECRET);
    expect(await lookFindings(), 'the code to scan').toEqual([]);

    const code = dialog.getByLabelText('Code from your authenticator app');
    const add = dialog.getByRole('button', { name: 'Add the app' });
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await add.click();
    await expect.element(alert).toHaveTextContent('Please enter the code');
    expect(await lookFindings(), 'no code').toEqual([]);
    await code.fill('12');
    await add.click();
    await expect.element(alert).toHaveTextContent('Invalid TOTP code entered');
    await code.fill(RIGHT_CODE);
    await add.click();

    await expect.element(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.elements().map((it) => it.textContent)).toEqual(CODES);
    expect(await lookFindings(), 'the recovery codes').toEqual([]);
    const file = await download(dialog.getByRole('button', { name: 'Download' }));
    expect(file.name).toBe('recovery-codes.txt');
    expect(await file.content.text()).toContain(CODES.join('\n'));
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('10 codes are left')).toBeVisible();
    expect(await lookFindings(), 'an app and codes').toEqual([]);

    await apps.getByRole('button', { name: 'Remove' }).click();
    await expect.element(dialog.getByText('Remove this authenticator app?')).toBeVisible();
    expect(await lookFindings(), 'removing the app').toEqual([]);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.element(apps).not.toBeInTheDocument();
    await expect.element(page.getByText('codes are left')).not.toBeInTheDocument();
  });

  test('two presses make new recovery codes once', async () => {
    await showSection({ apps: [APP] });
    let calls = 0;
    answer(`POST ${RECOVERY_CODES}`, () => {
      calls += 1;
      return json({ codes: CODES, remaining: 10, created_at: AT, expires_at: null });
    });
    await page.getByRole('button', { name: 'Make new codes' }).click();
    const make = dialog.getByRole('button', { name: 'Make new codes' }).element() as HTMLElement;
    // A second call would end the codes that the first one shows.
    make.click();
    make.click();
    await expect.element(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
    expect(calls).toBe(1);
  });
});

describe('a passkey', () => {
  test('is renamed and removed', async () => {
    await showSection({ passkeys: [PASSKEY] });
    await expect.element(passkeys).toHaveTextContent('Chrome on Android');
    await passkeys.getByRole('button', { name: 'Rename' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the passkey' });
    const save = page.getByRole('button', { name: 'Save the name' });
    await name.fill('   ');
    await save.click();
    await expect.element(alert).toHaveTextContent('Please enter a name');
    await name.fill('My phone');
    await save.click();
    await expect.element(passkeys).toHaveTextContent('My phone');
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.element(passkeys).not.toBeInTheDocument();
  });

  test('is not offered at another address than that of the server', async () => {
    await showSection({ atServer: false });
    await expect.element(page.getByRole('button', { name: 'Add an authenticator app' })).toBeEnabled();
    expect(page.getByRole('button', { name: 'Add a passkey' }).elements()).toEqual([]);
  });

  test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
    await showSection({ passkeys: [PASSKEY], language });
    const actions = () => document.querySelectorAll<HTMLElement>('li button');
    await expect.poll(() => actions().length).toBe(2);
    expect(await lookFindings(), 'the section').toEqual([]);
    for (const [index, name] of ['rename', 'remove'].entries()) {
      actions()[index]?.click();
      await expect.element(dialog).toBeVisible();
      expect(await lookFindings(), name).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
    }
  });
});
