import { expect, type Page } from '@playwright/test';
import { SAID } from '../fixtures/dictionary.ts';
import type { People, Person } from '../fixtures/people.ts';
import type { ProductServer } from '../fixtures/product-server.ts';
import { said } from '../fixtures/texts.ts';
import { phonePhoto } from '../media/photo.ts';
import { attach, priceList, sendButton } from '../pages/attachments.ts';
import { bubbles, composer, expectChatOpen, openChat, send } from '../pages/chat-page.ts';

interface Setting {
  page: Page;
  people: People;
  /** The viewer. */
  vendor: Person;
  visitor: Person;
  server: ProductServer;
}

/** A state of the chat, and how its viewer gets there. */
export interface ChatState {
  name: string;
  reach(setting: Setting): Promise<void>;
}

const { greeting, answer, slow } = SAID.en;
/** Sentences that the provider does not know. */
const UNKNOWN = { en: 'Zxqv 42, LX-200/7B.', zh: '甲乙丙丁 42，LX-200/7B。', ar: 'زقخ 42، LX-200/7B.' };
const PHOTO = { width: 900, height: 600, halves: ['#c8b79a', '#3d6f73'] } as const;

export const CHAT_STATES: readonly ChatState[] = [
  {
    name: 'waiting-for-guest',
    async reach({ page, people, vendor }) {
      await openChat(page, await people.openSession(vendor));
      await expect(page.getByRole('heading', { level: 1, name: said('chat.waiting') })).toBeVisible();
    },
  },
  {
    name: 'empty',
    async reach(setting) {
      await openMeeting(setting);
    },
  },
  {
    name: 'translated',
    async reach(setting) {
      await talk(setting);
    },
  },
  {
    name: 'untranslated',
    async reach(setting) {
      const { page, vendor } = setting;
      await openMeeting(setting);
      await send(page, UNKNOWN[vendor.profile.language]);
      await expect(page.getByRole('button', { name: said('chat.translateAgain') })).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  {
    name: 'refused',
    async reach(setting) {
      const { page } = setting;
      await openMeeting(setting);
      await page.route('**/rest/v1/messages?**', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
          : route.continue(),
      );
      await sendButton(await attach(page, 'gallery', [await phonePhoto(page, PHOTO, false)])).click();
      await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'failed');
    },
  },
  {
    name: 'files',
    async reach(setting) {
      const { page, visitor } = setting;
      const chat = await talk(setting);
      const preview = await attach(page, 'gallery', [
        priceList('2026 报价 price list قائمة الأسعار.pdf', 123_456),
        await phonePhoto(page, PHOTO, false),
      ]);
      await preview.getByRole('textbox').fill(greeting.text);
      await sendButton(preview).click();
      const row = {
        session_id: chat,
        sender_id: visitor.profileId,
        source_language: visitor.profile.language,
      };
      const voice = { ...row, type: 'audio', content: `${chat}/audio-1.webm`, duration_ms: 14_000 };
      await expect(bubbles(page).last()).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });
      await visitor.client
        .from('messages')
        .insert({ ...voice, transcript: answer.text })
        .throwOnError();
      await expect(bubbles(page)).toHaveCount(6);
      await page.getByRole('log').press('End');
    },
  },
  {
    name: 'preview',
    async reach(setting) {
      const { page } = setting;
      await openMeeting(setting);
      const program = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\x90') };
      const files = [await phonePhoto(page, PHOTO, false), priceList('prices.pdf'), program];
      const preview = await attach(page, 'gallery', files);
      await preview.getByRole('textbox').fill(greeting.text);
      await expect(preview.getByRole('alert')).toBeVisible();
      await expect(sendButton(preview)).toBeEnabled();
    },
  },
  {
    name: 'viewer',
    async reach(setting) {
      const { page } = setting;
      await openMeeting(setting);
      await sendButton(await attach(page, 'gallery', [await phonePhoto(page, PHOTO, false)])).click();
      await bubbles(page)
        .getByRole('button', { name: /IMG_0412/ })
        .click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'menu',
    async reach(setting) {
      const { page } = setting;
      await talk(setting);
      await bubbles(page)
        .first()
        .locator('[data-options]')
        .evaluate((button: HTMLElement) => button.click());
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'writing',
    async reach(setting) {
      const { page } = setting;
      await talk(setting);
      await composer(page).fill(`${greeting.text}\n${answer.text} LX-200/7B, 4.20 USD (20%)`);
    },
  },
  {
    name: 'offline',
    async reach(setting) {
      const { page } = setting;
      await talk(setting);
      await page.context().setOffline(true);
      await send(page, slow.text);
      await expect(bubbles(page).last()).toHaveAttribute('data-delivery', 'waiting');
    },
  },
  {
    name: 'any-text',
    async reach(setting) {
      const { page, visitor } = setting;
      const chat = await openMeeting(setting);
      const rows = [
        ['w'.repeat(400), 'م'.repeat(400)],
        ['🙂'.repeat(200), null],
        ['السعر 4.20 USD لكل 1,000 قطعة FOB Ningbo، رقم الطلب LX-200/7B (20%)', '4.20 USD / 1,000 قطعة'],
      ].map(([content, translated_content]) => ({
        session_id: chat,
        sender_id: visitor.profileId,
        content,
        translated_content,
        source_language: visitor.profile.language,
        target_language: translated_content && setting.vendor.profile.language,
      }));
      await visitor.client.from('messages').insert(rows).throwOnError();
      await expect(bubbles(page)).toHaveCount(3);
      await page.getByRole('log').press('End');
    },
  },
  {
    name: 'ended-session',
    async reach(setting) {
      const { page, vendor, server } = setting;
      await talk(setting);
      await page.context().setOffline(true);
      await send(page, slow.text);
      await expect(bubbles(page).last()).toHaveAttribute('data-delivery', 'waiting');
      await server.sql(`delete from auth.sessions where user_id = '${vendor.session.user.id}'`);
      await page.context().setOffline(false);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'face-to-face',
    async reach({ page }) {
      await page.goto('/face-to-face');
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible({ timeout: 30_000 });
    },
  },
];

/** Opens a chat of both people. @returns its id */
async function openMeeting({ page, people, vendor, visitor }: Setting): Promise<string> {
  const chat = await people.meet(vendor, visitor);
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  return chat;
}

/** Opens a chat of three translated messages. @returns its id */
async function talk(setting: Setting): Promise<string> {
  const { page, people, vendor, visitor } = setting;
  const chat = await people.meet(vendor, visitor);
  const words = { en: greeting.text, zh: greeting.zh, ar: greeting.ar };
  const replies = { en: answer.text, zh: answer.zh, ar: answer.ar };
  for (const [from, to, say] of [
    [visitor, vendor, words],
    [visitor, vendor, replies],
    [vendor, visitor, words],
  ] as const) {
    const row = { session_id: chat, sender_id: from.profileId };
    const languages = { source_language: from.profile.language, target_language: to.profile.language };
    const content = say[from.profile.language];
    const translated_content = say[to.profile.language];
    await from.client
      .from('messages')
      .insert({ ...row, ...languages, content, translated_content })
      .throwOnError();
  }
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await expect(bubbles(page)).toHaveCount(3);
  return chat;
}
