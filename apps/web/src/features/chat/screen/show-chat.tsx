import { Route, Routes } from 'react-router';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { goLive } from '@/shared/testing/live-socket.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { Chat } from '../model/chat.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { ChatPage } from './chat-page.tsx';

// The whole chat in component tests, with a server's answers.

export type Said = Pick<ChatMessage, 'content'> &
  Partial<ChatMessage> & {
    /** The other person, unless told. */
    by?: 'me' | 'other';
  };

interface Scene {
  chatId?: string;
  me?: Partial<Profile>;
  other?: Partial<Profile>;
  /** Messages, a second apart, the last one now. */
  said?: readonly Said[];
  /** When the other person was last there; never unless told. */
  seenAt?: Date;
  /** What the server translates for the reader, by text. */
  translations?: Readonly<Record<string, string>>;
}

export interface ShownChat {
  chat: Chat;
  me: Profile;
  other: Profile;
  /** What the server has, oldest first. */
  messages: ChatMessage[];
  /** The page goes, and comes again with what the device has kept. */
  reload(): Promise<void>;
}

export const composer = page.getByRole('textbox').first();
export const log = page.getByRole('log');
export const bubbles = page.getByRole('log').getByRole('listitem');

/** The row of a message that holds this text. */
export function bubble(text: string): Locator {
  return bubbles.filter({ has: page.getByText(text, { exact: true }) });
}

/** Opens a chat of a vendor and a visitor; the reader is the vendor unless told. */
export async function showChat({
  me: mine = {},
  other: theirs = {},
  said = [],
  translations = {},
  seenAt,
  chatId,
}: Scene = {}) {
  const role = mine.role ?? 'vendor';
  const me = person({ role, ...mine });
  const other = person({
    role: role === 'vendor' ? 'visitor' : 'vendor',
    name: '陈思远',
    company: '远山贸易',
    language: 'zh',
    ...theirs,
  });
  const [vendor, visitor] = role === 'vendor' ? [me, other] : [other, me];
  const start = Date.now() - said.length * 1_000;
  const created_at = new Date(start - 60_000).toISOString();
  const chat: Chat = {
    id: chatId ?? crypto.randomUUID(),
    vendor_id: vendor.id,
    visitor_id: visitor.id,
    status: 'active',
    created_at,
    joined_at: created_at,
    vendor,
    visitor,
  };
  const messages = said.map((each, index) =>
    messageOf(chat, each.by === 'me' ? me : other, each, new Date(start + index * 1_000)),
  );
  goLive();
  answerAsServer(chat, me, messages, translations);
  const mark = { session_id: chat.id, last_read_at: new Date().toISOString() };
  const marks = [{ ...mark, profile_id: me.id, seen_at: mark.last_read_at }];
  if (seenAt) marks.push({ ...mark, profile_id: other.id, seen_at: seenAt.toISOString() });
  answer('GET /rest/v1/session_reads', () => rows(marks));
  const open = () =>
    renderInApp(
      <Routes>
        <Route path="/chat/:sessionId" element={<ChatPage />} />
        <Route path="*" element={null} />
      </Routes>,
      { at: `/chat/${chat.id}`, as: me, language: me.language },
    );
  let shown = await open();
  await expectOpen(messages.length);
  return {
    chat,
    me,
    other,
    messages,
    async reload() {
      await shown.unmount();
      shown = await open();
      await expectOpen(messages.length);
    },
  } satisfies ShownChat;
}

async function expectOpen(count: number): Promise<void> {
  await expect.element(log).toHaveAttribute('aria-busy', 'false');
  if (count > 0) await expect.element(bubbles.last()).toBeVisible();
}

/** A message as the server keeps it. */
export function messageOf(
  chat: Chat,
  { id: sender_id, language }: Profile,
  { by: _, ...given }: Said,
  at = new Date(),
): ChatMessage {
  return {
    id: crypto.randomUUID(),
    session_id: chat.id,
    sender_id,
    translated_content: null,
    type: 'text',
    transcript: null,
    duration_ms: null,
    source_language: language,
    target_language: null,
    translation_engine: null,
    reply_to: null,
    is_reply: false,
    created_at: at.toISOString(),
    ...given,
  };
}

function answerAsServer(
  chat: Chat,
  me: Profile,
  messages: ChatMessage[],
  translations: NonNullable<Scene['translations']>,
): void {
  answer('GET /rest/v1/messages', ({ url }) => {
    const asked = new URL(url).searchParams;
    const since = asked.get('created_at')?.replace(/^gte\./, '');
    if (since) return rows(messages.filter(({ created_at }) => created_at >= since));
    return asked.has('id') || asked.has('or') ? rows([]) : rows(messages.toReversed());
  });
  answer('POST /rest/v1/messages', async (request) => {
    const row = (await request.json()) as Said;
    const sent = messageOf(chat, me, { ...row, is_reply: Boolean(row.reply_to) });
    messages.push(sent);
    return json(sent, 201);
  });
  answer('GET /rest/v1/sessions', () => rows([chat]));
  for (const table of ['blocks', 'meetings', 'message_reactions']) {
    answer(`GET /rest/v1/${table}`, () => rows([]));
  }
  answer('POST /rest/v1/rpc/my_booth', () => json(null));
  answer('POST /rest/v1/rpc/mark_session_read', async (request) => {
    const { session_id, up_to } = (await request.json()) as { session_id: string; up_to: string };
    return json({ session_id, profile_id: me.id, last_read_at: up_to, seen_at: new Date().toISOString() });
  });
  answer('POST /functions/v1/translate-messages', async (request) => {
    const { messageIds } = (await request.json()) as { messageIds: string[] };
    const asked = messageIds.map((messageId) => {
      const text = messages.find(({ id }) => id === messageId)?.content ?? '';
      return { messageId, translatedText: translations[text], engine: 'engine', reason: 'failed' };
    });
    const [made, missing] = [true, false].map((done) =>
      asked.filter(({ translatedText }) => (translatedText !== undefined) === done),
    );
    return json({ translations: made, untranslated: missing });
  });
}

/** How far the end of the list is from the end of the view, px. */
export function distanceFromEnd(): number {
  const { scrollHeight, clientHeight, scrollTop } = log.element();
  return Math.abs(scrollHeight - clientHeight - scrollTop);
}

/**
 * Watches how far rows move on the screen, frame by frame, while something else happens.
 * @returns the greatest distance of any from where it was, in px; infinite when one left the page
 */
export async function movementOf(rows: readonly Locator[], during: () => Promise<void>): Promise<number> {
  const watched = rows.map((row) => {
    const element = row.element();
    return { element, from: element.getBoundingClientRect().top };
  });
  let farthest = 0;
  let isOn = true;
  const look = () => {
    for (const { element, from } of watched) {
      const moved = Math.abs(element.getBoundingClientRect().top - from);
      farthest = Math.max(farthest, element.isConnected ? moved : Number.POSITIVE_INFINITY);
    }
    if (isOn) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  await during();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  isOn = false;
  return farthest;
}

/** A finger's short touch, of which the test's browser has none. */
export function tap(locator: Locator): void {
  const element = locator.element();
  const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
  element.dispatchEvent(new PointerEvent('pointerdown', touch));
  element.dispatchEvent(new PointerEvent('pointerup', touch));
  element.dispatchEvent(new PointerEvent('click', touch));
}

/** A finger that rests on a message until its menu is there. */
export async function longPress(message: Locator): Promise<void> {
  const text = message.element().querySelector('[data-bubble] > p') ?? message.element();
  const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
  text.dispatchEvent(new PointerEvent('pointerdown', touch));
  await expect.element(page.getByRole('menu')).toBeVisible();
  text.dispatchEvent(new PointerEvent('pointerup', touch));
}
