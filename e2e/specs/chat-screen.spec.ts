import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { type People, type Person, type Profile, SIYUAN } from '../fixtures/people.ts';
import { recordTone } from '../fixtures/recording.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { boxOf } from '../pages/box-of.ts';
import { bubble, bubbles, composer, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

interface Chat {
  vendor: Person;
  visitor: Person;
  sessionId: string;
}

async function startChat(people: People, reader: Partial<Profile> = SIYUAN): Promise<Chat> {
  const vendor = await people.vendor({ whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor(reader);
  return { vendor, visitor, sessionId: await people.meet(vendor, visitor) };
}

async function openChat(page: Page, sessionId: string): Promise<Page> {
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  return page;
}

test('the header: way back, shortcuts, language and code', async ({ people, openPage, server }) => {
  test.slow();
  const { vendor, visitor, sessionId } = await startChat(people, { language: 'en' });
  const phone = await openPage(
    { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] },
    { as: visitor },
  );
  await openChat(phone, sessionId);

  await test.step('shortcuts to what the counterpart has', async () => {
    const whatsApp = phone.getByRole('link', { name: 'Open WhatsApp' });
    const href = new URL((await whatsApp.getAttribute('href')) ?? '');
    expect(`${href.origin}${href.pathname}`).toBe('https://wa.me/+971505550142');
    expect(href.searchParams.get('text')).toContain(visitor.profile.name);
    expect(href.searchParams.get('text')).toContain(visitor.profile.company);
    await expect(whatsApp).toHaveAttribute('target', '_blank');
    await expect(whatsApp).toHaveAttribute('rel', /noopener/);
    await phone.getByRole('button', { name: 'Copy WeChat ID' }).click();
    await expectToast(phone, 'WeChat ID Copied');
    expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe('harbour_lighting');
    const saved = phone.waitForEvent('download');
    await phone.getByRole('button', { name: 'Save Contact' }).click();
    const card = await saved;
    expect(card.suggestedFilename()).toBe(`${vendor.profile.name}.vcf`);
    expect(await readFile(await card.path(), 'utf8')).toContain('VERSION:3.0');
  });

  await test.step('key facts, which need no assistant, and none is shown where none is set up', async () => {
    await expect(phone.getByRole('button', { name: 'Assistant' })).toHaveCount(0);
    await phone.getByRole('button', { name: 'Key facts' }).click();
    const panel = phone.getByRole('dialog', { name: 'Key facts' });
    await expect(panel.getByRole('heading', { name: 'Nothing to list yet' })).toBeVisible();
    await phone.keyboard.press('Escape');
    await expect(phone.getByRole('button', { name: 'Key facts' })).toBeFocused();
  });

  await test.step('the code of the session, 192 px', async () => {
    await phone.getByRole('button', { name: 'Share Chat Session' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Share Chat Session' });
    await expect(
      dialog.getByText('Scan this QR code to join the chat session', { exact: true }),
    ).toBeVisible();
    const code = dialog.getByRole('img');
    expect(await code.boundingBox()).toMatchObject({ width: 192, height: 192 });
    await expect(code).toHaveAttribute('aria-label', new RegExp(`${server.origin}/join/${sessionId}`));
    await phone.keyboard.press('Escape');
  });

  await test.step('the language, and what comes of it', async () => {
    const dialog = phone.getByRole('dialog', { name: 'Change Language' });
    await phone.getByRole('button', { name: 'Change Language' }).click();
    await phone.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    // Pressed rather than checked: what is chosen may be saved, or taken back, before one looks.
    await dialog.getByRole('radio', { name: 'العربية' }).click({ force: true });
    await expectToast(phone, 'Error', 'Failed to update language. Please try again.');
    await phone.unroute('**/rest/v1/profiles*');
    // What was chosen stays chosen until the failure is told.
    await expect(dialog.getByRole('radio', { name: 'English' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'العربية' }).click({ force: true });
    await expectToast(phone, 'Language Updated', 'Your language preference has been updated.');
    await expect(dialog).toBeHidden();
    // The interface follows.
    await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  });

  await test.step('without a number or an ID there is only the card to save', async () => {
    const booth = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
    await expect(booth.getByRole('button', { name: 'Save Contact' })).toBeVisible();
    await expect(booth.getByRole('link', { name: 'Open WhatsApp' })).toBeHidden();
    await expect(booth.getByRole('button', { name: 'Copy WeChat ID' })).toBeHidden();
    await booth.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(booth).toHaveURL(/\/vendor-dashboard$/);
  });
  await phone.getByRole('link', { name: textOf('ar', 'chat.back'), exact: true }).click();
  await expect(phone).toHaveURL(/\/visitor-dashboard$/);
});

for (const direction of ['ltr', 'rtl'] as const) {
  test(`bubbles, links and what can be done with a message, ${direction}${direction === 'rtl' ? ' @long' : ''}`, async ({
    people,
    openPage,
  }) => {
    test.slow();
    const { vendor, visitor, sessionId } = await startChat(people);
    const long = 'A sentence that is long enough to need more than one line wherever it is read. '.repeat(3);
    await people.say(vendor, sessionId, {
      content: SAID.en.greeting.text,
      translated_content: SAID.en.greeting.zh,
    });
    await people.say(visitor, sessionId, { content: '请看https://harbour.example/lamps，谢谢。' });
    await people.say(visitor, sessionId, { content: 'javascript:alert(1) or +971 50 555 0142' });
    await people.say(visitor, sessionId, { content: long });
    await people.say(visitor, sessionId, { content: 'Fine?' });
    await people.say(vendor, sessionId, { content: 'Fine.' });
    const onPhone = direction === 'rtl';
    const page = await openPage(
      { ...(onPhone ? PHONE : DESKTOP), permissions: ['clipboard-read', 'clipboard-write'] },
      { as: vendor },
    );
    await openChat(page, sessionId);
    // The words stay English, so that both directions are asked the same.
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    const own = bubble(page, SAID.en.greeting.text);
    const other = bubble(page, long.trim());

    await test.step('own messages at the end, others at the start, of limited width', async () => {
      const list = await boxOf(page.getByRole('log'));
      const isRight = async (text: string) => {
        const { x, width } = await boxOf(bubble(page, text).locator('[data-bubble]'));
        return x + width / 2 > list.x + list.width / 2;
      };
      expect(await isRight('Fine.')).toBe(direction === 'ltr');
      expect(await isRight('Fine?')).toBe(direction === 'rtl');
      const { width } = await boxOf(other.locator('[data-bubble]'));
      expect(width).toBeGreaterThan(list.width / 2);
      expect(width).toBeLessThanOrEqual(list.width * (onPhone ? 0.8 : 0.7));
      await expect(own).toContainText(`${vendor.profile.name}English`);
      await expect(other).toContainText(visitor.profile.name);
      await expect(own.locator('time')).toHaveText(/^\d{1,2}:\d\d\s[AP]M$/);
      await expect(page.getByText('Today', { exact: true })).toHaveCount(1);
    });

    await test.step('addresses are links, and nothing else is', async () => {
      const links = bubbles(page).getByRole('link');
      await expect(links).toHaveText(['https://harbour.example/lamps', '+971 50 555 0142']);
      await expect(links.nth(0)).toHaveAttribute('href', 'https://harbour.example/lamps');
      await expect(links.nth(0)).toHaveAttribute('rel', 'noopener noreferrer');
      await expect(links.nth(1)).toHaveAttribute('href', 'tel:+971505550142');
    });

    await test.step('the translation is folded away and out again, from its label and from the menu', async () => {
      const translation = own.getByText(SAID.en.greeting.zh, { exact: true });
      await own.getByRole('button', { name: 'Translated' }).click();
      await expect(translation).toBeHidden();
      await openMenu(page, own, onPhone ? 'finger' : 'keyboard');
      await page.getByRole('menuitem', { name: 'Show translation' }).click();
      await expect(translation).toBeVisible();
      await expect(own).toBeFocused();
    });

    await test.step('the text and its translation are copied', async () => {
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await openMenu(page, own, onPhone ? 'finger' : 'mouse');
      await page.getByRole('menuitem', { name: 'Copy text' }).click();
      await expectToast(page, 'Text copied');
      expect(await copied()).toBe(SAID.en.greeting.text);
      await openMenu(page, own, onPhone ? 'finger' : 'keyboard');
      await page.getByRole('menuitem', { name: 'Copy translation' }).click();
      await expect.poll(copied).toBe(SAID.en.greeting.zh);
    });
  });
}

test('recordings and files', async ({ people, openPage }) => {
  test.slow();
  const { vendor, visitor, sessionId } = await startChat(people);
  const page = await openChat(await openPage(PHONE, { as: vendor }), sessionId);
  const folder = visitor.client.storage.from('chat-files');
  const give = async (name: string, body: Buffer, contentType: string): Promise<string> => {
    const { error } = await folder.upload(`${sessionId}/${name}`, body, { contentType });
    if (error) throw error;
    return folder.getPublicUrl(`${sessionId}/${name}`).data.publicUrl;
  };
  const sendFile = async (type: 'audio' | 'file', content: string): Promise<void> => {
    const row = { session_id: sessionId, sender_id: visitor.profileId, type, content };
    const { error } = await visitor.client.from('messages').insert(row);
    if (error) throw error;
  };
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('chat-files')) asked.push(request.url());
  });
  const tone = await recordTone(page);
  const list = await give('list.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'application/pdf');
  await sendFile('audio', await give('audio-1767258000000.webm', tone, 'audio/webm'));
  await sendFile('file', await give('audio-1767258000001.webm', tone, 'audio/webm'));
  await sendFile('file', list);
  await sendFile('audio', list.replace('list.pdf', 'audio-1.webm'));
  await sendFile('file', 'https://files.example/offer.pdf');

  const plays = page.getByRole('button', { name: 'Play voice message' });
  await expect(plays).toHaveCount(3);
  expect(asked, 'nothing is fetched before the user asks').toEqual([]);

  const first = bubbles(page).nth(0);
  await plays.nth(0).click();
  await expect(first.getByRole('button', { name: 'Pause voice message' })).toBeVisible();
  await expect.poll(() => playedSeconds(first)).toBeGreaterThan(0.2);
  // Another one begins: only one voice speaks at a time.
  await bubbles(page).nth(1).getByRole('button', { name: 'Play voice message' }).click();
  await expect(first.getByRole('button', { name: 'Play voice message' })).toBeVisible();
  await expect.poll(() => playedSeconds(bubbles(page).nth(1))).toBeGreaterThan(0.2);

  const missing = bubbles(page).nth(3);
  await missing.getByRole('button', { name: 'Play voice message' }).click();
  await expect(missing.getByRole('alert')).toHaveText('The voice message did not load');
  await expect(missing.getByRole('button', { name: 'Try again' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download list.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('list.pdf');
  await expect(page).toHaveURL(new RegExp(`/chat/${sessionId}$`));
  const elsewhere = page.getByRole('link', { name: 'offer.pdf files.example' });
  await expect(elsewhere).toHaveAttribute('href', 'https://files.example/offer.pdf');
  await expect(elsewhere).toHaveAttribute('rel', 'noopener noreferrer');

  // Only the address elsewhere can be copied: the others have no menu.
  const options = page.getByRole('button', { name: 'Message options' });
  await expect(options).toHaveCount(1);
  // A menu that cannot be loaded costs nothing but itself.
  await page.route('**/assets/message-menu-*.js', (route) => route.abort());
  await options.dispatchEvent('click');
  await expectToast(page, 'Error', 'This part of the page did not load. Please try again.');
  await page.unroute('**/assets/message-menu-*.js');
  await options.dispatchEvent('click');
  await expect(page.getByRole('menuitem')).toHaveText(['Copy text']);
});

test('the composer: lines, input methods, drafts, tools', async ({ people, openPage }) => {
  test.slow();
  const { vendor, sessionId } = await startChat(people);
  const page = await openChat(await openPage(DESKTOP, { as: vendor }), sessionId);
  const field = composer(page);

  await test.step('a hint explains translation once', async () => {
    const hint = page.getByText(/^Write in .English., they read .中文.\.$/);
    await expect(hint).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(hint).toBeHidden();
    await page.reload();
    await expectChatOpen(page, sessionId);
    await expect(hint).toBeHidden();
  });

  await test.step('Enter chooses a word while an input method composes, and sends afterwards', async () => {
    const devTools = await page.context().newCDPSession(page);
    await field.focus();
    await devTools.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    await devTools.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      // What browsers report for every key that an input method takes.
      windowsVirtualKeyCode: 229,
    });
    await expect(field).toHaveValue('nihao');
    await devTools.send('Input.insertText', { text: '你好' });
    await expect(field).toHaveValue('你好');
    await expect(bubbles(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(bubble(page, '你好')).toHaveCount(1);
    await expect(field).toHaveValue('');
  });

  await test.step('Shift and Enter begin a line, the field grows, and a draft survives a reload', async () => {
    const low = (await boxOf(field)).height;
    await page.keyboard.type('一');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('二');
    await expect(field).toHaveValue('一\n二');
    expect((await boxOf(field)).height).toBeGreaterThan(low);
    await page.reload();
    await expectChatOpen(page, sessionId);
    await expect(field).toHaveValue('一\n二');
    await field.fill('行\n'.repeat(40));
    // It stops growing, and the list keeps its room.
    expect((await boxOf(field)).height).toBeLessThan(200);
    await field.fill('');
  });

  await test.step('the tools say what they are', async () => {
    const toggle = page.getByRole('button', { name: 'Translation enabled' });
    await toggle.hover();
    await expect(page.getByRole('tooltip', { name: 'Translation enabled' })).toBeVisible();
    await toggle.click();
    const off = page.getByRole('button', { name: 'Translation disabled' });
    await expect(off).toHaveAttribute('aria-pressed', 'false');
    await send(page, SAID.zh.thanks.text);
    await expect
      .poll(async () => (await people.messages(vendor, sessionId)).at(-1))
      .toMatchObject({ content: SAID.zh.thanks.text, translated_content: null });
    await off.click();
    const microphone = page.getByRole('button', { name: 'Voice messages coming soon' });
    await expect(microphone).toBeDisabled();
    await microphone.hover({ force: true });
    await expect(page.getByRole('tooltip', { name: 'Voice messages coming soon' })).toBeVisible();
    const pro = page.getByRole('link', { name: 'Pro', exact: true });
    await pro.hover();
    const hint = page.getByRole('tooltip', { name: 'Upgrade to unlock premium features' });
    await expect(hint).toBeVisible();
    await expect(pro).toHaveAccessibleDescription('Upgrade to unlock premium features');
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
    // By keyboard as well, first asked for or again, and the focus stays.
    const phrases = page.getByRole('button', { name: 'Quick phrases' });
    await toggle.focus();
    await page.keyboard.press('Tab');
    await expect(phrases).toBeFocused();
    await expect(page.getByRole('tooltip', { name: 'Quick phrases' })).toBeVisible();
    await expect(phrases).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(pro).toBeFocused();
    await expect(hint).toBeVisible();
    // Each goes at once, also one that has not come all the way: while it is there, it takes the Escape for what is opened next.
    await page.evaluate(() => document.documentElement.style.setProperty('--animate-fade', 'fade 60s both'));
    for (let turn = 0; turn < 10; turn++) {
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('tooltip')).toHaveCount(1);
    await pro.click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});

async function openMenu(page: Page, message: Locator, how: 'finger' | 'mouse' | 'keyboard'): Promise<void> {
  if (how === 'keyboard') {
    // Into the list, and up from its newest message.
    await page.getByRole('log').focus();
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(message).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
  } else if (how === 'mouse') {
    await message.hover();
    await message.getByRole('button', { name: 'Message options' }).click();
  } else {
    const { x, y, width, height } = await boxOf(message.locator('[data-bubble] > p').first());
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('menu')).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await expect(page.getByRole('menu', { name: 'Message options' })).toBeVisible();
}

function playedSeconds(message: Locator): Promise<number> {
  return message.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}
