import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { NORA, newEmail, PASSWORD, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { readQr } from '../media/read-qr.ts';
import { expectChatOpen, expectMessages, expectTranslated, send } from '../pages/chat-page.ts';
import { signUp } from '../pages/login-page.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { press } from '../pages/switches.ts';
import { expectToast } from '../pages/toasts.ts';

// The main journey, through the screens alone. The visitor's telephone is in English until they
// choose Chinese; arabic.spec.ts has an Arabic one.

const zh = (key: string) => textOf('zh', key);

test('a vendor and a visitor meet through a QR code and chat, each in their own language', async ({
  openPage,
  server,
}) => {
  test.slow();
  const vendor = await openPage(DESKTOP);
  const visitor = await openPage(PHONE);
  let joinLink = '';

  await test.step('the vendor signs up', async () => {
    await vendor.goto('/');
    await expect(vendor.getByRole('heading', { name: 'Connect Globally, Network Instantly' })).toBeVisible();
    await vendor.getByRole('link', { name: "I'm a Vendor" }).click();
    await expect(vendor).toHaveURL(/\/login\?role=vendor$/);
    await signUp(vendor, { email: newEmail(), password: PASSWORD });
    // The choice of the first page is not lost on the way.
    await expect(vendor).toHaveURL(/\/vendor-setup$/);
  });

  await test.step('the vendor fills in the profile', async () => {
    await expect(vendor.getByRole('heading', { name: 'Complete Your Vendor Profile' })).toBeVisible();
    await fillIn(vendor, { Name: NORA.name, Company: NORA.company, Phone: '+971 4 555 0142' });
    await vendor.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(vendor, 'Profile created successfully!', 'You will be redirected to your dashboard.');
    await expect(vendor).toHaveURL(/\/vendor-dashboard$/);
  });

  await test.step('the vendor generates a QR code that leads to the join page', async () => {
    await vendor.getByRole('navigation').getByRole('link', { name: 'Generate QR' }).click();
    await vendor.getByRole('button', { name: 'Generate New QR Code' }).click();
    await expectToast(vendor, 'Success', 'QR Code generated successfully');
    await expect(vendor.getByText('Scan this QR code to start a chat session')).toBeVisible();
    const code = vendor.getByRole('img', { name: /QR code/ });
    const size = await code.boundingBox();
    expect(size).toMatchObject({ width: 200, height: 200 });
    // The code fades in: on a slow machine the first picture may show too little of it.
    await expect(async () => {
      joinLink = await readQr(await vendor.screenshot());
    }).toPass({ timeout: 15_000 });
    const sessionId = joinLink.slice(joinLink.lastIndexOf('/') + 1);
    expect(sessionId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(joinLink).toBe(`${server.origin}/join/${sessionId}`);
    await vendor.getByRole('link', { name: 'Join Session' }).click();
    await expectChatOpen(vendor, sessionId);
  });
  const sessionId = new URL(joinLink).pathname.split('/').at(-1) as string;

  await test.step('the visitor opens the link and sees whom it is from', async () => {
    await visitor.goto(joinLink);
    await expect(visitor.getByRole('heading', { name: 'Join Chat Session' })).toBeVisible();
    await expect(visitor.getByText(NORA.name, { exact: true })).toBeVisible();
    await expect(visitor.getByText(NORA.company, { exact: true })).toBeVisible();
    await expect(visitor.getByText('Please sign up or log in to join this chat session.')).toBeVisible();
  });

  await test.step('the visitor signs up and is led back to the join page', async () => {
    await visitor.getByRole('link', { name: 'Sign Up / Log In' }).click();
    await signUp(visitor, { email: newEmail(), password: PASSWORD });
    await expect(visitor).toHaveURL(/\/visitor-setup$/);
    await visitor.getByRole('button', { name: 'Skip' }).click();
    await press(visitor.getByRole('radio', { name: '中文' }), { checked: true });
    // From here on the interface is in Chinese.
    await visitor.getByRole('button', { name: zh('visitorSetup.next') }).click();
    await fillIn(visitor, {
      [zh('profileForm.name')]: SIYUAN.name,
      [zh('profileForm.company')]: SIYUAN.company,
    });
    await visitor.getByRole('button', { name: zh('visitorSetup.submit') }).click();
    await expectToast(visitor, zh('notices.visitorSaved'));
    await expect(visitor).toHaveURL(joinLink);
  });

  await test.step('the visitor joins', async () => {
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await visitor.getByRole('button', { name: zh('join.button') }).click();
    await expectChatOpen(visitor, sessionId);
    await expect(visitor.getByText(NORA.name).first()).toBeVisible();
  });

  await test.step('both chat', async () => {
    await expect(vendor.getByText(SIYUAN.name).first()).toBeVisible();
    await send(vendor, SAID.en.greeting.text);
    await expectTranslated(visitor, SAID.en.greeting.text, SAID.en.greeting.zh);
    await send(visitor, SAID.zh.question.text, 'tap');
    await expectTranslated(vendor, SAID.zh.question.text, SAID.zh.question.en);
    await send(vendor, SAID.en.answer.text);
    await expectTranslated(visitor, SAID.en.answer.text, SAID.en.answer.zh);
    // The writer, too, sees what the other side reads.
    await expectTranslated(vendor, SAID.en.answer.text, SAID.en.answer.zh);
  });

  await test.step('both load the page again and find everything', async () => {
    for (const page of [vendor, visitor]) {
      await page.reload();
      await expectMessages(page, [SAID.en.greeting.text, SAID.zh.question.text, SAID.en.answer.text]);
      await expectTranslated(page, SAID.en.greeting.text, SAID.en.greeting.zh);
      await expectTranslated(page, SAID.zh.question.text, SAID.zh.question.en);
      await expectTranslated(page, SAID.en.answer.text, SAID.en.answer.zh);
    }
  });
});
