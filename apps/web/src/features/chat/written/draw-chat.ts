import { isLanguage, LANGUAGE_NAMES, type Language, textDirection } from '@dragoman/domain/languages';
import { homePath } from '@dragoman/domain/routes';
import { engineProduct } from '@/entities/translation/engine-product.ts';
import { avatarSource } from '@/shared/api/avatar-url.ts';
import { formatDate, formatDateTime } from '@/shared/format/format-date.ts';
import { initials } from '@/shared/format/initials.ts';
import { AVATAR_PICTURE } from '@/shared/ui/avatar-looks.ts';
import { formatTime } from '../message-bubble/format-time.ts';
import { openingPosition } from '../message-list/auto-scroll.ts';
import { LIST_LOOKS } from '../message-list/list-looks.ts';
import { FOOT_PX, HEAD_PX } from '../message-list/list-measures.ts';
import { nearDay } from '../message-list/near-day.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { participant, targetLanguageFor } from '../model/chat-session.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { isRead } from '../sync/read-marks.ts';
import { EXPECTED_WITHIN_MS } from '../translation/reader-translation.ts';
import type { OpenedChat } from './opened-chat.ts';
import { type BubbleName, type PartName, SLOTS, type WrittenTexts } from './slots.ts';

/** By the place that they belong to. */
type Words = Partial<Record<keyof typeof SLOTS, string>>;

/** What this device remembers of the reader's choices. */
export interface Remembered {
  translationOn: boolean;
  hintSeen: boolean;
}

/** The frame that the server has written (written-chat.tsx). */
export interface WrittenFrame {
  main: HTMLElement;
  /** The element with the parts. */
  parts: HTMLElement;
  /** Where the browser reaches the API. */
  apiUrl: string;
}

/** Who writes is told there into which language; the server writes the likeliest. */
export const TARGET_NOTE = 'form [aria-pressed] > span:last-child';

/**
 * Draws a chat into the frame that the server has written, out of the parts that it has written: what the app will draw.
 * Whatever people wrote gets in as text alone.
 * @returns once it is all there
 */
export async function drawChat(
  { main, parts, apiUrl }: WrittenFrame,
  chat: OpenedChat,
  device: Remembered,
): Promise<void> {
  const { me, counterpart, session, rows } = chat;
  const texts = JSON.parse(parts.dataset.texts ?? '') as WrittenTexts;
  const part = (name: PartName) => partOf(parts, name);
  const nameOf = (name: string | null | undefined) => name || texts.someone;

  main.querySelector('header')?.replaceWith(header());
  const target = targetLanguageFor(me, counterpart, device.translationOn);
  drawTarget();
  const view = main.querySelector<HTMLElement>('[role="log"]');
  if (!view) return;
  // A task of its own each, for phones: the head, the messages, and where they come to stand.
  await new Promise((resolve) => setTimeout(resolve));
  const list = drawList(view);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  view.scrollTop = startOf(view, list);
  // What is somewhere else later has been scrolled by the reader.
  view.dataset.placed = String(view.scrollTop);

  function header(): DocumentFragment {
    const drawn = part('header');
    fillAvatars(drawn, counterpart, apiUrl);
    const { company, whatsapp, wechat } = counterpart;
    fillSlots(drawn, { name: nameOf(counterpart.name), company: company || texts.noCompany });
    drawn.querySelector('a')?.setAttribute('href', homePath(me.role));
    const [whatsApp, weChat] = drawn.querySelectorAll('ul > li');
    if (!whatsapp) whatsApp?.remove();
    if (!wechat) weChat?.remove();
    // Its greeting is the app's to write: pressed, it waits for it like a button.
    const link = whatsApp?.querySelector('a');
    link?.removeAttribute('target');
    link?.setAttribute('href', '#');
    return drawn;
  }

  /** The other looks, with translation off or between people of one language, are the app's. */
  function drawTarget(): void {
    const note = main.querySelector<HTMLElement>(TARGET_NOTE);
    if (!target || !note) return;
    note.setAttribute('lang', target);
    note.textContent = LANGUAGE_NAMES[target];
    note.style.visibility = '';
  }

  function drawHint(): void {
    if (!target || device.hintSeen) return;
    const hint = part('hint');
    fillSlots(hint, { own: LANGUAGE_NAMES[me.language], other: LANGUAGE_NAMES[target] });
    main.querySelector('form')?.parentElement?.parentElement?.before(hint);
  }

  function drawList(view: HTMLElement): HTMLElement {
    const place = document.createElement('div');
    place.className = LIST_LOOKS.rows;
    place.style.paddingBlock = `${HEAD_PX}px ${FOOT_PX}px`;
    const list = place.appendChild(document.createElement('ol'));
    list.append(...rows.map(drawRow));
    view.firstElementChild?.replaceChildren(place);
    view.setAttribute('aria-busy', 'false');
    // With the messages, which stand on it: what stood there before does not move for it.
    drawHint();
    return list;
  }

  /** Where one reads on: at the first unread message, below some of what it answers. */
  function startOf(view: HTMLElement, list: HTMLElement): number {
    const unread = rows.findIndex(({ message }) => message.id === chat.firstUnread);
    const row = list.children[unread] as HTMLElement | undefined;
    const end = view.scrollHeight - view.clientHeight;
    return row ? openingPosition(row.offsetTop, end) : end;
  }

  function drawRow(row: TimelineRow): HTMLElement {
    const { message } = row;
    const item = document.createElement('li');
    item.dataset.message = message.id;
    item.dataset.own = String(message.sender_id === me.id);
    item.dataset.delivery = row.delivery;
    if (row.startsDay) item.append(dayLine(message.created_at));
    if (message.id === chat.firstUnread) item.append(part('new'));
    item.append(bubble(row));
    return item;
  }

  function dayLine(at: string): DocumentFragment {
    const near = nearDay(at, Date.now());
    const line = part(near ?? 'day');
    const words = line.querySelector('span');
    if (!near && words) words.textContent = formatDate(at, texts.language);
    return line;
  }

  function bubble({ message, startsRun, showsTime }: TimelineRow): DocumentFragment {
    const sender = participant(session, message.sender_id) ?? message.sender ?? null;
    const drawn = part(bubbleName(message, startsRun));
    fillAvatars(drawn, { name: nameOf(sender?.name), avatar_url: sender?.avatar_url ?? null }, apiUrl);
    const language = message.source_language ?? sender?.language;
    const languageName = drawn.querySelector('bdi + span');
    if (isLanguage(language)) {
      languageName?.setAttribute('lang', language);
      if (languageName) languageName.textContent = LANGUAGE_NAMES[language];
    } else languageName?.remove();
    const words = drawn.querySelector('[data-bubble] > p');
    setLanguage(words, message.source_language);
    const translated = fillTranslation(drawn, message);
    const time = drawn.querySelector('time');
    if (time) {
      time.dateTime = message.created_at;
      time.title = formatDateTime(message.created_at, texts.language);
      time.textContent = formatTime(message.created_at, texts.language);
      time.parentElement?.classList.toggle('sr-only', !showsTime);
    }
    // All at once: what people wrote may have such characters itself.
    fillSlots(drawn, { name: nameOf(sender?.name), text: message.content, ...translated });
    return drawn;
  }

  function bubbleName(message: ChatMessage, startsRun: boolean): BubbleName {
    const run = startsRun ? 'first' : 'next';
    if (message.sender_id !== me.id) return `other-${run}`;
    return `${isRead(message, chat.readUpTo) ? 'read' : 'sent'}-${run}`;
  }

  /** Its reader is told of one that is on its way, its writer also of one that did not come. */
  function missingTranslation(message: ChatMessage): 'translating' | 'untranslated' | null {
    if (isRecent(message)) return 'translating';
    return message.sender_id === me.id ? 'untranslated' : null;
  }

  /** @returns the words that belong into it */
  function fillTranslation(drawn: DocumentFragment, message: ChatMessage): Words {
    const box = drawn.querySelector('[data-translation]');
    const { translated_content: translation, target_language: target } = message;
    if (!translation || translation.trim() === message.content.trim()) {
      const missing = translation || target === null ? null : missingTranslation(message);
      if (missing) box?.replaceWith(part(missing));
      else box?.remove();
      return {};
    }
    const id = `written-${message.id}`;
    box?.querySelector('button')?.setAttribute('aria-controls', id);
    const [folding] = box?.getElementsByTagName('div') ?? [];
    if (folding) folding.id = id;
    const words = folding?.querySelector('p');
    setLanguage(words, target);
    words?.setAttribute('dir', target ? textDirection(target) : 'auto');
    const engine = message.translation_engine ?? '';
    const [, by] = folding?.querySelectorAll('p') ?? [];
    const said = texts.engines[engine];
    if (said && by) by.textContent = said;
    return { translation, engine: engineProduct(engine) };
  }
}

function isRecent({ created_at: at }: ChatMessage): boolean {
  return Date.parse(at) + EXPECTED_WITHIN_MS > Date.now();
}

function partOf(parts: HTMLElement, name: PartName): DocumentFragment {
  const template = parts.querySelector<HTMLTemplateElement>(`template[data-part="${name}"]`);
  if (!template) throw new Error(`The page came without the part ${name}`);
  return document.importNode(template.content, true);
}

function setLanguage(words: Element | null | undefined, language: Language | null): void {
  if (language) words?.setAttribute('lang', language);
  else words?.removeAttribute('lang');
}

/** Puts somebody's words where the server left room for them, as text. */
function fillSlots(drawn: DocumentFragment, words: Words): void {
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const filled = text.replace(/[\uE000-\uE006]/g, (slot) => {
      const name = (Object.keys(SLOTS) as (keyof typeof SLOTS)[]).find((key) => SLOTS[key] === slot);
      return (name && words[name]) ?? slot;
    });
    if (filled !== text) node.textContent = filled;
  }
}

function fillAvatars(
  drawn: DocumentFragment,
  person: { name: string | null; avatar_url: string | null },
  apiUrl: string,
): void {
  const source = avatarSource(person.avatar_url, apiUrl);
  for (const avatar of drawn.querySelectorAll<HTMLElement>('[data-avatar]')) {
    avatar.textContent = initials(person.name);
    if (!source) continue;
    const picture = new Image();
    picture.alt = '';
    picture.className = AVATAR_PICTURE;
    // What does not come leaves the initials.
    picture.onerror = () => picture.remove();
    picture.src = source;
    avatar.append(picture);
  }
}
