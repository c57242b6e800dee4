import { createHash } from 'node:crypto';
import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import type { UnreadChat, UnreadMessage } from './read-chats.ts';
import type { PushContent } from './send-push.ts';
import { fillIn, MISSED_REPLY_TEXTS, type MissedReplyTexts } from './texts.ts';

/** Chats that a mail shows. */
const SHOWN_CHATS = 10;
/** A push has at most 4,096 bytes (RFC 8291), and phones show two lines. */
export const PUSH_LETTERS = 200;

export const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5f5c;color:#ffffff;text-decoration:none';
export const SOFT = 'color:#5b6b6b;font-size:13px';

export interface DigestOptions {
  /** A reader's unread chats, one at least; all have the same reader. */
  chats: readonly UnreadChat[];
  to: string;
  /** The product's name. */
  app: string;
  /** Origin of the product. */
  publicUrl: string;
  /** Takes the reader's POST of RFC 8058, and shows a page for a GET. */
  unsubscribeUrl: string;
}

/** @returns the mail about unread chats, in the reader's language */
export function renderDigest({ chats, to, app, publicUrl, unsubscribeUrl }: DigestOptions): Mail {
  const [first] = chats;
  if (!first) throw new Error('A digest has a chat');
  const { language } = first;
  const texts = MISSED_REPLY_TEXTS[language];
  const shown = chats.slice(0, SHOWN_CHATS);
  const subject =
    chats.length === 1
      ? fillIn(texts.subjectOne, { name: isolated(first.name) })
      : fillIn(texts.subjectMany, { app });
  const further =
    chats.length > shown.length
      ? [fillIn(texts.furtherChats, { count: String(chats.length - shown.length) })]
      : [];
  const link = ({ chat }: UnreadChat) => `${publicUrl}${chatPath(chat.sessionId)}`;
  const why = fillIn(texts.why, { app });
  return {
    to,
    subject,
    text: [
      ...shown.map((chat) =>
        [isolated(chat.name), ...chatLines(chat, texts), `${texts.reply}: ${link(chat)}`].join('\n'),
      ),
      ...further,
      why,
      `${texts.stop}: ${unsubscribeUrl}`,
    ].join('\n\n'),
    html: page(language, subject, [
      ...shown.map((chat) => chatHtml(chat, texts, link(chat))),
      ...further.map((line) => `<p style="${SOFT}">${escapeHtml(line)}</p>`),
      `<p style="${SOFT}">${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(texts.stop)}</a></p>`,
    ]),
    messageId: messageId(chats, publicUrl),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** @returns the mail that asks for a click before an address gets any other */
export function renderConfirmation(options: {
  to: string;
  app: string;
  language: Language;
  link: string;
}): Mail {
  const { to, app, language, link } = options;
  const { subject, body, action, ignore } = MISSED_REPLY_TEXTS[language].confirm;
  const title = fillIn(subject, { app });
  const text = fillIn(body, { app });
  return {
    to,
    subject: title,
    text: [text, link, ignore].join('\n\n'),
    html: page(language, title, [
      `<p>${escapeHtml(text)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
      `<p style="${SOFT}">${escapeHtml(ignore)}</p>`,
    ]),
  };
}

/** @returns the push about one unread chat, in the reader's language */
export function pushContent({ chat, name, language, showText, messages }: UnreadChat): PushContent {
  const texts = MISSED_REPLY_TEXTS[language];
  const newest = messages.at(-1);
  const body =
    showText && newest ? (newest.translation ?? newest.words ?? labelOf(newest, texts)) : texts.newMessage;
  return {
    title: cut(name, PUSH_LETTERS),
    body: cut(body, PUSH_LETTERS),
    path: chatPath(chat.sessionId),
    tag: chat.sessionId,
  };
}

/**
 * The same for each attempt at one mail: mail programs show a mail once, should a server that was
 * stopped in between send it again.
 */
function messageId(chats: readonly UnreadChat[], publicUrl: string): string {
  const oldest =
    chats.map(({ chat }) => `${chat.firstAt} ${chat.sessionId} ${chat.profileId}`).sort()[0] ?? '';
  const digest = createHash('sha256').update(oldest).digest('hex').slice(0, 40);
  return `<missed.${digest}@${new URL(publicUrl).hostname}>`;
}

function chatLines({ showText, messages, count }: UnreadChat, texts: MissedReplyTexts): string[] {
  if (!showText) return [texts.newMessage];
  const earlier = count - messages.length;
  return [
    ...(earlier > 0 ? [fillIn(texts.furtherMessages, { count: countText(count, earlier) })] : []),
    ...messages.flatMap((message) => wordLines(message, texts).map((line) => `> ${line}`)),
  ];
}

/** The translation first, then the words as they were written. */
function wordLines(message: UnreadMessage, texts: MissedReplyTexts): string[] {
  const { words, translation } = message;
  if (words === null) return [labelOf(message, texts)];
  return translation === null ? [words] : [translation, words];
}

function chatHtml(chat: UnreadChat, texts: MissedReplyTexts, link: string): string {
  const earlier = chat.count - chat.messages.length;
  const lines = chat.showText
    ? [
        ...(earlier > 0
          ? [
              `<p style="${SOFT}">${escapeHtml(fillIn(texts.furtherMessages, { count: countText(chat.count, earlier) }))}</p>`,
            ]
          : []),
        ...chat.messages.map((message) => {
          const [main = '', original] = wordLines(message, texts);
          const small = original
            ? `<br><span dir="auto" style="display:block;${SOFT}">${escapeHtml(original)}</span>`
            : '';
          return `<p dir="auto" style="margin:8px 0;white-space:pre-line">${escapeHtml(main)}${small}</p>`;
        }),
      ]
    : [`<p>${escapeHtml(texts.newMessage)}</p>`];
  return `<h2 style="font-size:17px;margin:24px 0 8px"><bdi>${escapeHtml(chat.name)}</bdi></h2>
${lines.join('\n')}
<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.reply)}</a></p>`;
}

export function page(language: Language, title: string, parts: readonly string[]): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px;font-family:sans-serif;color:#1c2525;text-align:start">
<h1 style="font-size:20px">${escapeHtml(title)}</h1>
${parts.join('\n')}
</body>
</html>
`;
}

function labelOf({ kind }: UnreadMessage, texts: MissedReplyTexts): string {
  return kind === 'recording' ? texts.recording : kind === 'file' ? texts.file : texts.newMessage;
}

/** Counting stops at a hundred. */
function countText(count: number, earlier: number): string {
  return count >= 100 ? `${earlier}+` : String(earlier);
}

/** A name of any script keeps its direction inside a sentence of another. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Cuts by code points: an emoji must not be cut in half. */
export function cut(text: string, letters: number): string {
  const all = Array.from(text);
  return all.length > letters ? `${all.slice(0, letters - 1).join('')}…` : text;
}
