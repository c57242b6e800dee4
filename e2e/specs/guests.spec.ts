import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { said, textOf } from '../fixtures/texts.ts';
import { composer, expectChatOpen, expectMessages } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The landing page's promise: thirty seconds from a code to a chat, without an account
// (docs/adr/0025).

const MAX_TAPS = 4;
const MAX_TYPED_FIELDS = 2;

test('a stranger scans a code and has sent the first message with four taps', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const first = await people.openSession(vendor);
  const phone = await openPage({ ...PHONE, locale: 'zh-CN' });
  await phone.addInitScript(countHands);

  await test.step('in, measured', async () => {
    const began = Date.now();
    await phone.goto(`/join/${first}`);
    await phone.getByRole('link', { name: said('join.guestButton') }).tap();
    // The field has the focus already, so the test does not tap it.
    await expect(phone.getByRole('textbox', { name: said('guest.name') })).toBeFocused();
    await phone.keyboard.type('李娜');
    // The language is the phone's.
    await expect(phone.getByLabel(said('guest.language'))).toHaveValue('zh');
    await phone.getByRole('button', { name: said('guest.start') }).tap();
    await expectChatOpen(phone, first);
    await composer(phone).tap();
    await phone.keyboard.type(SAID.zh.question.text);
    await phone.getByRole('button', { name: said('chat.send') }).tap();
    await expect.poll(async () => (await people.messages(vendor, first)).length).toBe(1);
    const seconds = (Date.now() - began) / 1000;
    const { taps, fields } = await handsOf(phone);
    console.log(
      `guest: ${taps} taps, ${fields.length} typed fields, ${seconds.toFixed(1)} s without thinking`,
    );
    expect(taps).toBeLessThanOrEqual(MAX_TAPS);
    expect(fields.length).toBeLessThanOrEqual(MAX_TYPED_FIELDS);
  });

  await test.step('the vendor meets a visitor with a name and nothing else', async () => {
    await expectMessages(phone, [SAID.zh.question.text]);
    const { data } = await vendor.client
      .from('sessions')
      .select('visitor:visitor_id(name, company, email, language, role)')
      .eq('id', first)
      .single();
    expect(data?.visitor).toEqual({
      name: '李娜',
      company: null,
      email: null,
      language: 'zh',
      role: 'visitor',
    });
    const booth = await openPage(PHONE, { as: vendor });
    await booth.goto(`/chat/${first}`);
    await booth.getByRole('button', { name: '李娜' }).click();
    const card = booth.getByRole('dialog');
    await expect(card.getByText('李娜')).toBeVisible();
    await expect(card.getByText('Email')).toHaveCount(0);
    await expect(card.getByText('Phone')).toHaveCount(0);
  });

  await test.step('home is the visitor’s dashboard: no setup asks for more', async () => {
    await phone.goto('/');
    await expect(phone).toHaveURL(/\/visitor-dashboard$/);
    await expect(phone.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  });

  await test.step('the next code is one tap from its chat', async () => {
    const second = await people.openSession(vendor);
    await phone.goto(`/join/${second}`);
    await phone.getByRole('button', { name: textOf('zh', 'join.button') }).tap();
    await expectChatOpen(phone, second);
    expect((await handsOf(phone)).taps).toBe(1);
    // Their own codes need none.
    await phone.goto(`/join/${first}`);
    await expectChatOpen(phone, first);
  });

  await test.step('the code of a booth works too, and an interrupted guest continues where they were', async () => {
    const { data } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: 'Street lamps' })
      .select('code')
      .single();
    const page = await openPage(PHONE);
    await page.goto(`/b/${data?.code}`);
    await expect(page.getByText('Street lamps', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Continue as guest' }).tap();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
    await page.keyboard.type('A');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
    await page.keyboard.type('da');
    await server.sql(`alter table public.profiles add constraint closed check (name <> 'Ada') not valid`);
    try {
      await page.getByRole('button', { name: 'Start chat' }).tap();
      await expect(page.getByRole('alert')).toHaveText('Failed to join session');
    } finally {
      await server.sql('alter table public.profiles drop constraint closed');
    }
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
    // The network goes at the last step: they are a visitor by now, and have the visitor's button.
    await page.route('**/rpc/join_booth', (route) => route.abort());
    await page.getByRole('button', { name: 'Start chat' }).tap();
    await expectToast(page, 'Error', textOf('en', 'auth.unreachable'));
    await page.unroute('**/rpc/join_booth');
    await page.getByRole('button', { name: 'Join Session' }).tap();
    await expect(page).toHaveURL(/\/chat\//);
    await expect(composer(page)).toBeVisible();
  });
});

interface Hands {
  taps: number;
  fields: string[];
}

/** Runs in the page, before anything else: counts what fingers do, page by page. */
function countHands(): void {
  const hands: Hands = { taps: 0, fields: [] };
  (window as unknown as { hands: Hands }).hands = hands;
  addEventListener(
    'pointerup',
    ({ isTrusted }) => {
      if (isTrusted) hands.taps += 1;
    },
    { capture: true },
  );
  addEventListener(
    'input',
    ({ target, isTrusted }) => {
      const field = target as HTMLInputElement;
      if (isTrusted && !hands.fields.includes(field.id || field.name))
        hands.fields.push(field.id || field.name);
    },
    { capture: true },
  );
}

function handsOf(page: Page): Promise<Hands> {
  return page.evaluate(() => (window as unknown as { hands: Hands }).hands);
}
