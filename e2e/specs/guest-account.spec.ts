import { randomUUID } from 'node:crypto';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo } from '../fixtures/outbox.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

const NOTE = 'You are a guest: your chats open on this device only.';
const WORDS = 'Please keep a catalogue for me.';

test('a guest adds an address, and finds the same chat after logging in anywhere', async ({
  openPage,
  server,
}) => {
  const [userId, vendorId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
  await server.sql(`
    insert into auth.users (id, email) values ('${userId}', '${newEmail()}');
    insert into public.profiles (id, user_id, role, name) values ('${vendorId}', '${userId}', 'vendor', 'Nora Whitfield');
    insert into public.sessions (id, vendor_id) values ('${sessionId}', '${vendorId}');`);
  const email = newEmail();
  const phone = await openPage(PHONE);
  const dialog = phone.getByRole('dialog');

  await test.step('the chat says where it lives', async () => {
    await phone.goto(`/join/${sessionId}`);
    await phone.getByRole('link', { name: 'Continue as guest' }).tap();
    await phone.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await phone.getByRole('button', { name: 'Start chat' }).tap();
    await expectChatOpen(phone, sessionId);
    await send(phone, WORDS, 'tap');
    await expect(phone.getByText(NOTE)).toBeVisible();
  });

  await test.step('the card can be filled in without an address', async () => {
    await phone.goto('/visitor-dashboard/profile');
    await phone.getByLabel('Phone').fill('+971 50 555 0142');
    await phone.getByRole('button', { name: 'Save changes' }).tap();
    await expectToast(phone, 'Success', 'Profile updated successfully');
  });

  await test.step('a guest is told why there is no vendor’s profile for them, and what to do', async () => {
    await phone.goto('/vendor-setup');
    await expect(
      phone.getByText('Vendors show their codes to strangers, so they need an address.'),
    ).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Keep them' })).toBeVisible();
    await expect(phone.getByRole('textbox')).toHaveCount(0);
    await phone.getByRole('link', { name: 'Go Home' }).tap();
    await expect(phone).toHaveURL(/\/visitor-dashboard$/);
  });

  await test.step('logging out would lose it, which is said', async () => {
    await expect(phone.getByText(NOTE)).toBeVisible();
    await phone.getByRole('button', { name: 'More' }).tap();
    await phone.getByRole('button', { name: 'Logout' }).tap();
    await expect(phone.getByRole('heading', { name: 'Log out and lose your chats?' })).toBeVisible();
    await phone.getByRole('button', { name: 'Stay logged in' }).tap();
    await phone.keyboard.press('Escape');
  });

  await test.step('an address keeps it, once it is confirmed', async () => {
    await phone.goto(`/chat/${sessionId}`);
    await phone.getByRole('button', { name: 'Keep them' }).tap();
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByLabel('Create a Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Keep my chats' }).tap();
    await expect(dialog.getByText(`We sent a mail to ${email}.`)).toBeVisible();
    // Also after a reload, in which the mail was read.
    await phone.reload();
    await phone.getByRole('button', { name: 'Enter code' }).tap();
    const { code } = await mailTo(server, email, /./);
    await dialog.getByLabel('Token').fill(code);
    await dialog.getByRole('button', { name: 'Confirm' }).tap();
    await expectToast(phone, 'Success', 'Your account is kept. Log in anywhere with your address.');
    await expect(phone.getByText(NOTE)).toHaveCount(0);
    await expect(bubble(phone, WORDS)).toBeVisible();
  });

  await test.step('it opens on another device', async () => {
    const laptop = await openPage(PHONE);
    await laptop.goto(`/chat/${sessionId}`);
    await signIn(laptop, { email, password: PASSWORD });
    await expectChatOpen(laptop, sessionId);
    await expect(bubble(laptop, WORDS)).toBeVisible();
    await expect(laptop.getByText(NOTE)).toHaveCount(0);
  });
});
