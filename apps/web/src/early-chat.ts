import { keptDraft } from '@/features/chat/composer/kept-draft.ts';
import { formatTime } from '@/features/chat/message-bubble/format-time.ts';
import { firstReads } from '@/features/chat/sync/first-reads.ts';
import { drawChat, TARGET_NOTE } from '@/features/chat/written/draw-chat.ts';
import { type FirstAnswers, openedChat } from '@/features/chat/written/opened-chat.ts';
import { PARTS_ID } from '@/features/chat/written/slots.ts';
import { beginEarlyReads } from '@/shared/api/early-reads.ts';
import { AUTH_STORAGE_KEY } from '@/shared/auth/auth-storage.ts';
import { readStoredSession } from '@/shared/auth/stored-session.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';

// The script that the server writes into the page of a chat, before anything else of it: one file, built by itself
// (build/early-chat.ts). It reads the chat while the page still comes, and draws it into the frame that the server has written;
// the app takes its place when it is there (docs/adr/0035).

declare global {
  /** Called by index.html when the frame is there. Resolves when the chat is drawn, or is left to the app; never rejects. */
  var drawChatEarly: (() => Promise<void>) | undefined;
}

const reader = readStoredSession()?.user.id;
const reading = read();
// It may fail before anybody waits for it; whoever does hears of it.
reading.catch(() => {});

globalThis.drawChatEarly = async () => {
  const root = document.getElementById('root');
  const main = root?.querySelector('main');
  const parts = document.getElementById(PARTS_ID);
  if (!root || !main || !parts) return;
  prepareFrame(main);
  leaveWithReader(root);
  warmUp();
  try {
    const answers = await reading;
    const chat = answers && openedChat(answers);
    // Of a page in another language than their own the app makes theirs.
    const ownLanguage = chat?.me.language === document.documentElement.dataset.language;
    if (!chat || !ownLanguage || chat.me.user_id !== reader || !isTheirs() || !main.isConnected) return;
    await drawChat({ main, parts, apiUrl: configuration().supabaseUrl }, chat, remembered());
  } catch {
    // The app reads and draws for itself, and says what went wrong.
  }
};

/** @returns undefined where nothing was asked for, or not everything was answered */
async function read(): Promise<FirstAnswers | undefined> {
  const begun = beginEarlyReads((userId) => firstReads(location.pathname, userId));
  if (!begun?.length) return undefined;
  const answers = await Promise.all(begun);
  // A token that the server does not accept shows nothing.
  if (answers.some(({ ok }) => !ok)) return undefined;
  const [profiles, sessions, messages, marks] = await Promise.all(
    answers.map((answer) => answer.clone().json()),
  );
  return { profiles, sessions, messages, marks };
}

/** Before the first paint: what is not known yet is left out, and what is typed is kept. */
function prepareFrame(main: HTMLElement): void {
  for (const avatar of main.querySelectorAll('[data-avatar]')) avatar.textContent = '';
  // Its place is kept, so that what stands beside it does not move when it is right.
  const note = main.querySelector<HTMLElement>(TARGET_NOTE);
  if (note) note.style.visibility = 'hidden';
  const form = main.querySelector('form');
  const field = form?.querySelector('textarea');
  const sessionId = /^\/chat\/([^/]+)/.exec(location.pathname)?.[1];
  if (!form || !field || !sessionId) return;
  const draft = keptDraft(sessionId);
  // What it begins with; what differs from that has been typed.
  field.defaultValue = draft.get();
  if (draft.get()) field.style.height = `${field.scrollHeight}px`;
  field.addEventListener('input', () => draft.set(field.value));
  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (field.value.trim() === '') return;
    // It is sent when the app is there; what comes next would be sent with it.
    field.readOnly = true;
    form.querySelector<HTMLElement>('[type="submit"]')?.click();
  });
}

/**
 * While the answers are on their way: for the first date that it writes, a browser looks through all the languages that it has, a tenth of a
 * second on a slow phone. It does half of that for anything in order of a language, so there are two tasks of it.
 */
function warmUp(): void {
  const language = document.documentElement.dataset.language ?? '';
  const now = new Date().toISOString();
  setTimeout(() => new Intl.Collator(intlLocale(language)));
  setTimeout(() => {
    formatTime(now, language);
    formatDateTime(now, language);
  });
}

/** Nobody else sees what was drawn: it goes when its reader signs out in another tab. */
function leaveWithReader(root: HTMLElement): void {
  const left = (event: StorageEvent) => {
    if (event.key !== null && event.key !== AUTH_STORAGE_KEY) return;
    if (!isTheirs()) root.replaceChildren();
  };
  window.addEventListener('storage', left);
}

function isTheirs(): boolean {
  return reader !== undefined && readStoredSession()?.user.id === reader;
}

function configuration(): { supabaseUrl: string } {
  return JSON.parse(document.getElementById('config')?.textContent ?? '');
}

function remembered(): { translationOn: boolean; hintSeen: boolean } {
  return {
    translationOn: localStorage.getItem('dragoman-translation') !== '0',
    hintSeen: localStorage.getItem('dragoman-translation-hint-seen') === '1',
  };
}
