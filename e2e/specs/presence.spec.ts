import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, composer, expectChatOpen, send } from '../pages/chat-page.ts';
import { setVisibility } from '../pages/visibility.ts';

// Two people in one chat: presence, typing and read receipts. The visitor's phone hangs on a wire
// of its own.

test('both see who is there, who is typing and what has been read, also after the phone was gone @long', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const booth = await openPage(DESKTOP, { as: vendor });
  const phone = await openPage(PHONE, { as: visitor, origin: wire.origin });
  const frames: string[] = [];
  phone.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(payload.toString()));
  });
  const boothHeader = booth.locator('main header');
  const phoneHeader = phone.locator('main header');

  await booth.goto(`/chat/${chat}`);
  await expectChatOpen(booth, chat);
  await expect(boothHeader).toContainText(SIYUAN.company);
  await expect(boothHeader.getByText('Online')).toBeHidden();
  await phone.goto(`/chat/${chat}`);
  await expectChatOpen(phone, chat);
  await expect(boothHeader.getByText('Online')).toBeAttached();
  await expect(phoneHeader.getByText('Online')).toBeAttached();

  await test.step('typing is shown until the message is there', async () => {
    await composer(phone).pressSequentially('你好');
    await expect(boothHeader.getByText('typing…')).toBeVisible();
    // The typist's own screen does not show it.
    await expect(phoneHeader.getByText('typing…')).toBeHidden();
    expect(frames.filter((frame) => frame.includes('"typing"'))).toHaveLength(1);
    await composer(phone).press('Enter');
    await expect(bubble(booth, '你好')).toHaveCount(1);
    await expect(boothHeader.getByText('typing…')).toBeHidden();
  });

  await test.step('what the other side has on the screen is marked as read, and nothing else', async () => {
    await expect(bubble(phone, '你好').getByText('Read', { exact: true })).toBeAttached();
    await setVisibility(phone, 'hidden');
    await send(booth, 'Welcome to our stand');
    await expect(bubble(phone, 'Welcome to our stand')).toHaveCount(1);
    await expect(bubble(booth, 'Welcome to our stand').getByText('Sent', { exact: true })).toBeAttached();
    // A user who looks at another page counts as away.
    await expect(boothHeader.getByText('Last seen')).toBeVisible();
    await expect(bubble(booth, 'Welcome to our stand').getByText('Sent', { exact: true })).toBeAttached();
    await setVisibility(phone, 'visible');
    await expect(bubble(booth, 'Welcome to our stand').getByText('Read', { exact: true })).toBeAttached();
    await expect(boothHeader.getByText('Online')).toBeAttached();
  });

  await test.step('a phone that is gone does not type for ever, and is back by itself', async () => {
    await composer(phone).pressSequentially('请');
    await expect(boothHeader.getByText('typing…')).toBeVisible();
    wire.cut('everything');
    await expect(boothHeader.getByText('typing…')).toBeHidden();
    await expect(boothHeader.getByText('Last seen')).toBeVisible();
    // The phone itself no longer claims to know.
    await expect(phoneHeader.getByText('Online')).toBeHidden();
    wire.restore();
    // The client's pauses between attempts grow to ten seconds.
    await expect(boothHeader.getByText('Online')).toBeAttached({ timeout: 45_000 });
    // What is typed before the phone itself has joined again is not told.
    await expect(phoneHeader.getByText('Online')).toBeAttached();
    await composer(phone).pressSequentially('问');
    await expect(boothHeader.getByText('typing…')).toBeVisible();
  });
});
