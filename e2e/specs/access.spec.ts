import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { axeFindings, contrastFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { test } from '../fixtures/test.ts';
import { totpCode } from '../fixtures/totp.ts';
import { phonePhoto } from '../media/photo.ts';
import { attach, priceList, sendButton } from '../pages/attachments.ts';
import { bubbles, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The checks of screens.spec.ts, for later states of a screen: open panels, other views, refused
// forms, toasts, empty lists, and errors.

const STILL_PHONE: BrowserContextOptions = { ...PHONE, reducedMotion: 'reduce' };

/** A state of a screen, and how to get there. */
type State = [name: string, reach: (page: Page) => Promise<void>];

test('the views of the login page @long', async ({ openPage }) => {
  const page = await openPage(STILL_PHONE);
  await expectAccessible(page, [
    [
      'sign-in without an answer',
      async () => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    ],
    [
      'sign-in refused',
      async () => {
        await page.getByLabel('Email address').fill('nobody@fair.example');
        await page.getByLabel('Your Password').fill('wrong-Password-1');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'Invalid login credentials' })).toBeVisible();
      },
    ],
    ...['sign-up', 'forgot-password', 'magic-link', 'verify-code'].map(
      (view): State => [
        view,
        async () => {
          await page.goto(`/login?view=${view}`);
          await expect(page.getByLabel('Email address').first()).toBeVisible();
        },
      ],
    ),
  ]);
});

test('setup, refused @long', async ({ openPage, people }) => {
  const page = await openPage(STILL_PHONE, { as: await people.account() });
  await expectAccessible(page, [
    [
      'vendor setup with mistakes',
      async () => {
        await page.goto('/vendor-setup');
        await page.getByRole('textbox', { name: /^Name/ }).fill('N');
        await page.getByRole('textbox', { name: /^Website/ }).fill('no address');
        await page.getByRole('button', { name: 'Save profile' }).click();
        await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
        await expect(page.getByText('Please enter a valid URL')).toBeVisible();
      },
    ],
  ]);
});

test('a webhook: refused, paused, and with a new secret @long', async ({ openPage, people, server }) => {
  const vendor = await people.vendor();
  const page = await openPage(STILL_PHONE, { as: vendor });
  await expectAccessible(page, [
    [
      'an address that is not public',
      async () => {
        await page.goto('/vendor-dashboard/profile?webhooks');
        await page.getByLabel('Address').fill('https://crm.invalid/leads');
        await page.getByRole('button', { name: 'Save' }).tap();
        await expect(page.getByRole('alert')).toContainText('Enter a public address');
      },
    ],
    [
      'paused, with a failed delivery',
      async () => {
        await server.sql(
          `with endpoint as (insert into public.webhook_endpoints (owner_id, url, paused_at)
             values ('${vendor.profileId}', 'https://crm.example/leads', now()) returning id)
           insert into public.webhook_deliveries (endpoint_id, owner_id, event, state, tries, answer)
             select id, '${vendor.profileId}', 'ping', 'failed', 1, 500 from endpoint`,
        );
        await page.reload();
        await expect(page.getByText('Answer 500')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
      },
    ],
    [
      'the new secret',
      async () => {
        await page.getByRole('button', { name: 'Resume' }).tap();
        await expectToast(page, 'Deliveries go on');
        await page.getByRole('button', { name: 'New secret' }).tap();
        await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).tap();
        await expect(page.getByRole('dialog').getByText(/^whsec_/)).toBeVisible();
      },
    ],
  ]);
});

test('adding an authenticator app @long', async ({ openPage, people }) => {
  const page = await openPage(STILL_PHONE, { as: await people.visitor() });
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, [
    [
      'the code to scan',
      async () => {
        await open(page, '/visitor-dashboard/profile', 'Sign-in and security');
        await page.getByRole('button', { name: 'Add an authenticator app' }).click();
        await expect(dialog.getByText('Key for the app')).toBeVisible();
      },
    ],
    [
      'a wrong code',
      async () => {
        await dialog.getByRole('button', { name: 'Add the app' }).click();
        await expect(dialog.getByRole('alert')).toHaveText('Please enter the code');
      },
    ],
    [
      'the recovery codes',
      async () => {
        const secret = (await dialog.getByTestId('totp-secret').textContent()) ?? '';
        await dialog.getByLabel('Code from your authenticator app').fill(totpCode(secret));
        await dialog.getByRole('button', { name: 'Add the app' }).click();
        await expect(dialog.getByText('Each opens your account once')).toBeVisible();
      },
    ],
    [
      'the profile with an app and codes',
      async () => {
        await dialog.getByRole('button', { name: 'I have saved them' }).click();
        await expect(page.getByText('10 codes are left')).toBeVisible();
      },
    ],
    [
      'removing the app',
      async () => {
        await page.getByRole('list', { name: 'Authenticator apps' }).getByRole('button').click();
        await expect(dialog.getByText('Remove this authenticator app?')).toBeVisible();
      },
    ],
  ]);
});

test('a vendor on the first day @long', async ({ openPage, people }) => {
  const vendor = await people.vendor();
  const page = await openPage(STILL_PHONE, { as: vendor });
  const root = '/vendor-dashboard';
  await expectAccessible(page, [
    ['overview without sessions', () => open(page, root, 'My Contact Information')],
    [
      'the drawer',
      async () => {
        await page.getByRole('button', { name: 'More' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      },
    ],
    ['no sessions', () => open(page, `${root}/sessions`, 'No Sessions Found')],
    ['no contacts', () => open(page, `${root}/contacts`, 'No visitors yet')],
    [
      'a new code and its toast',
      async () => {
        await open(page, `${root}/qr-codes`, 'Generate New QR Code');
        await page.getByRole('button', { name: 'Generate New QR Code' }).click();
        await expectToast(page, 'Success', 'QR Code generated successfully');
      },
    ],
    [
      'the code full screen',
      async () => {
        await page.getByRole('button', { name: 'Show the code full screen' }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    ],
    [
      'a list that did not load',
      async () => {
        await page.route('**/rest/v1/**', (route) =>
          /sessions|chats/.test(route.request().url()) ? route.fulfill({ status: 503 }) : route.continue(),
        );
        await page.goto(`${root}/contacts`);
        await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      },
    ],
  ]);
});

test('a visitor in a chat @long', async ({ openPage, people }) => {
  const vendor = await people.vendor({ whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, chat, {
    content: SAID.en.greeting.text,
    translated_content: SAID.en.greeting.zh,
  });
  const page = await openPage(STILL_PHONE, { as: visitor });
  await expectAccessible(page, [
    [
      'scanner without a camera',
      async () => {
        await open(page, '/visitor-dashboard/scan', 'Start Camera');
        await page.getByRole('button', { name: 'Start Camera' }).click();
        await expectToast(page, 'Camera Error');
      },
    ],
    [
      'a search without results',
      async () => {
        await open(page, '/visitor-dashboard/contacts', vendor.profile.name);
        await page.getByRole('searchbox').fill('zzzz');
        await expect(page.getByText('No one found')).toBeVisible();
      },
    ],
    [
      "the counterpart's card",
      async () => {
        await open(page, `/chat/${chat}`, SAID.en.greeting.text);
        await page.getByRole('heading', { level: 1 }).getByRole('button').click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    ],
    [
      'the WhatsApp code of the card',
      async () => {
        await page.getByRole('button', { name: 'WhatsApp QR' }).click();
        await expect(page.getByText('Scan to chat on WhatsApp')).toBeVisible();
      },
    ],
    [
      'a message that waits for the network',
      async () => {
        await open(page, `/chat/${chat}`, SAID.en.greeting.text);
        await page.context().setOffline(true);
        await send(page, SAID.zh.question.text, 'tap');
        await expect(page.getByText('Waiting for network').first()).toBeAttached();
      },
    ],
  ]);
});

test('pictures and files @long', async ({ openPage, people }) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(STILL_PHONE, { as: visitor });
  await expectAccessible(page, [
    [
      'the preview, with a picture, a document and a refused file',
      async () => {
        await page.goto(`/chat/${chat}`);
        await expectChatOpen(page, chat);
        const halves = ['#c0a080', '#406080'] as const;
        const photo = await phonePhoto(page, { width: 400, height: 300, halves }, false);
        const program = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('MZ') };
        const preview = await attach(page, 'gallery', [photo, priceList('prices.pdf'), program]);
        await preview.getByRole('textbox').fill(SAID.en.greeting.text);
        await expect(preview.getByRole('alert')).toBeVisible();
      },
    ],
    [
      'the viewer',
      async () => {
        // The hidden name of a second message would count as clipped text.
        await page.getByRole('button', { name: /prices\.pdf/ }).click();
        await sendButton(page.getByRole('dialog')).click();
        await bubbles(page)
          .getByRole('button', { name: /IMG_0412/ })
          .click();
        await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
      },
    ],
  ]);
});

/** Judges each state, and its contrast in the dark, and says everything that is wrong at once. */
async function expectAccessible(page: Page, states: readonly State[]): Promise<void> {
  const findings: Record<string, string[]> = {};
  for (const [name, reach] of states) {
    await reach(page);
    const found = [...(await axeFindings(page)), ...(await layoutFindings(page))];
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await contrastFindings(page)).map((it) => `dark: ${it}`));
    await page.emulateMedia({ colorScheme: null });
    if (found.length > 0) findings[name] = found;
  }
  expect(findings).toEqual({});
}

async function open(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
}
