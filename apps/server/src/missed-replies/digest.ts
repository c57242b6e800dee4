import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import {
  BUTTON,
  fillIn,
  isolated,
  mailEnd,
  mailHeading,
  mailPage,
  messageId,
  SOFT,
} from '../notifications/mail-parts.ts';
import { STOP_MAILS_WORDS } from '../notifications/mailed-links.ts';
import { cutForPush, type PushContent } from '../notifications/push.ts';
import type { UnreadChat, UnreadMessage } from './read-chats.ts';

/** Chats that a mail shows. */
const SHOWN_CHATS = 10;
/** Words of pushes and mails. Numbers are set so that no plural form is needed. */
interface Texts {
  /** `{name}`: the writer. */
  subjectOne: string;
  /** `{app}`: the product. */
  subjectMany: string;
  newMessage: string;
  recording: string;
  file: string;
  /** `{count}`: a number. */
  furtherMessages: string;
  furtherChats: string;
  reply: string;
  /** Why the mail came. */
  why: string;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subjectOne: 'New message from {name}',
    subjectMany: 'New messages in {app}',
    newMessage: 'New message',
    recording: 'Voice message',
    file: 'Picture or file',
    furtherMessages: 'Earlier messages: {count}',
    furtherChats: 'Further chats: {count}',
    reply: 'Reply in the chat',
    why: 'You get this mail because you have not read these messages in {app}. Replies to this mail are not read.',
  },
  zh: {
    subjectOne: '{name} 发来新消息',
    subjectMany: '您在 {app} 中有新消息',
    newMessage: '新消息',
    recording: '语音消息',
    file: '图片或文件',
    furtherMessages: '更早的消息：{count}',
    furtherChats: '其他聊天：{count}',
    reply: '在聊天中回复',
    why: '您收到此邮件，是因为您尚未在 {app} 中阅读这些消息。请勿直接回复本邮件。',
  },
  ar: {
    subjectOne: 'رسالة جديدة من {name}',
    subjectMany: 'رسائل جديدة في {app}',
    newMessage: 'رسالة جديدة',
    recording: 'رسالة صوتية',
    file: 'صورة أو ملف',
    furtherMessages: 'رسائل أقدم: {count}',
    furtherChats: 'محادثات أخرى: {count}',
    reply: 'الرد في المحادثة',
    why: 'وصلتك هذه الرسالة لأنك لم تقرأ هذه الرسائل في {app}. لا تُقرأ الردود على هذا البريد.',
  },
};

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
  const texts = TEXTS[language];
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
  const end = mailEnd({
    why: fillIn(texts.why, { app }),
    stop: STOP_MAILS_WORDS[language],
    url: unsubscribeUrl,
  });
  return {
    to,
    subject,
    text: [
      ...shown.map((chat) =>
        [isolated(chat.name), ...chatLines(chat, texts), `${texts.reply}: ${link(chat)}`].join('\n'),
      ),
      ...further,
      ...end.text,
    ].join('\n\n'),
    html: mailPage(language, subject, [
      mailHeading(subject),
      ...shown.map((chat) => chatHtml(chat, texts, link(chat))),
      ...further.map((line) => `<p style="${SOFT}">${escapeHtml(line)}</p>`),
      end.html,
    ]),
    messageId: messageId('missed', digestKey(chats), publicUrl),
    headers: end.headers,
  };
}

/** @returns the push about one unread chat, in the reader's language */
export function pushContent({ chat, name, language, showText, messages }: UnreadChat): PushContent {
  const texts = TEXTS[language];
  const newest = messages.at(-1);
  const body =
    showText && newest ? (newest.translation ?? newest.words ?? labelOf(newest, texts)) : texts.newMessage;
  return {
    title: cutForPush(name),
    body: cutForPush(body),
    path: chatPath(chat.sessionId),
    tag: chat.sessionId,
  };
}

/** Names the chat that has waited longest, whatever else is in the mail. */
function digestKey(chats: readonly UnreadChat[]): string {
  return chats.map(({ chat }) => `${chat.firstAt} ${chat.sessionId} ${chat.profileId}`).sort()[0] ?? '';
}

function chatLines({ showText, messages, count }: UnreadChat, texts: Texts): string[] {
  if (!showText) return [texts.newMessage];
  const earlier = count - messages.length;
  return [
    ...(earlier > 0 ? [fillIn(texts.furtherMessages, { count: countText(count, earlier) })] : []),
    ...messages.flatMap((message) => wordLines(message, texts).map((line) => `> ${line}`)),
  ];
}

/** The translation first, then the words as they were written. */
function wordLines(message: UnreadMessage, texts: Texts): string[] {
  const { words, translation } = message;
  if (words === null) return [labelOf(message, texts)];
  return translation === null ? [words] : [translation, words];
}

function chatHtml(chat: UnreadChat, texts: Texts, link: string): string {
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

function labelOf({ kind }: UnreadMessage, texts: Texts): string {
  return kind === 'recording' ? texts.recording : kind === 'file' ? texts.file : texts.newMessage;
}

/** Counting stops at a hundred. */
function countText(count: number, earlier: number): string {
  return count >= 100 ? `${earlier}+` : String(earlier);
}
