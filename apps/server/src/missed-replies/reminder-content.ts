import { createHash } from 'node:crypto';
import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { BUTTON, cut, isolated, PUSH_LETTERS, page, SOFT } from './digest.ts';
import type { Reminder } from './reminder-jobs.ts';
import type { PushContent } from './send-push.ts';
import { fillIn, MISSED_REPLY_TEXTS } from './texts.ts';

interface ReminderTexts {
  /** `{time}` with its zone, `{name}`: the other person. */
  title: string;
  /** `{time}` */
  short: string;
  open: string;
  /** `{app}`: the product. */
  why: string;
}

const TEXTS: Record<Language, ReminderTexts> = {
  en: {
    title: 'Meeting at {time} with {name}',
    short: 'Meeting at {time}',
    open: 'Open the chat',
    why: 'You get this mail because you agreed on this meeting in {app}. Replies to this mail are not read.',
  },
  zh: {
    title: '{time} 与 {name} 会面',
    short: '{time} 有会面',
    open: '打开聊天',
    why: '您收到此邮件，是因为您在 {app} 中约定了这次会面。请勿直接回复本邮件。',
  },
  ar: {
    title: 'اجتماع الساعة {time} مع {name}',
    short: 'اجتماع الساعة {time}',
    open: 'فتح المحادثة',
    why: 'وصلتك هذه الرسالة لأنك اتفقت على هذا الاجتماع في {app}. لا تُقرأ الردود على هذا البريد.',
  },
};

/** @returns the push of a reminder, in the reader's language and time zone */
export function reminderPush(reminder: Reminder): PushContent {
  const { name, place, sessionId, meetingId } = reminder;
  const body = fillIn(TEXTS[reminder.language].short, { time: timeText(reminder) });
  return {
    title: cut(name, PUSH_LETTERS),
    body: cut(place ? `${body} · ${place}` : body, PUSH_LETTERS),
    path: chatPath(sessionId),
    tag: meetingId,
  };
}

/** @returns the mail of a reminder, in the reader's language and time zone */
export function reminderMail(
  reminder: Reminder & { address: string },
  { app, publicUrl, unsubscribeUrl }: { app: string; publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { language, name, place, sessionId } = reminder;
  const texts = TEXTS[language];
  const { stop } = MISSED_REPLY_TEXTS[language];
  const subject = fillIn(texts.title, { time: isolated(timeText(reminder)), name: isolated(name) });
  const link = `${publicUrl}${chatPath(sessionId)}`;
  const why = fillIn(texts.why, { app });
  return {
    to: reminder.address,
    subject,
    text: [
      ...(place ? [isolated(place)] : []),
      `${texts.open}: ${link}`,
      why,
      `${stop}: ${unsubscribeUrl}`,
    ].join('\n\n'),
    html: page(language, subject, [
      ...(place ? [`<p><bdi>${escapeHtml(place)}</bdi></p>`] : []),
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.open)}</a></p>`,
      `<p style="${SOFT}">${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(stop)}</a></p>`,
    ]),
    messageId: messageId(reminder, publicUrl),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** '10:00 CET' say. An unknown zone is read as UTC. */
function timeText({ startsAt, timeZone, language }: Reminder): string {
  const options: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  };
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(startsAt);
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(startsAt);
  }
}

/** The same for each attempt, so that mail programs show a repeated mail once. */
function messageId({ meetingId, profileId }: Reminder, publicUrl: string): string {
  const digest = createHash('sha256').update(`${meetingId} ${profileId}`).digest('hex').slice(0, 40);
  return `<meeting.${digest}@${new URL(publicUrl).hostname}>`;
}
