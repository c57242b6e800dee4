import type { WrittenEmail } from '../assistant/assistant.ts';
import type { Language } from '../languages.ts';

/** Limits of a follow-up mail, in characters (docs/adr/0088-webhooks-and-follow-up-mails.md). */
export const FOLLOW_UP_SUBJECT_MAX_LENGTH = 150;
export const FOLLOW_UP_TEXT_MAX_LENGTH = 5000;
/** Mails that are sent at once. */
export const FOLLOW_UP_BATCH = 50;

/** Why a mail failed. */
export type FollowUpFault =
  | 'withheld'
  | 'unconfirmed'
  | 'unsubscribed'
  | 'sender'
  | 'refused'
  | 'unreachable';

/** What the template names of a person. */
export interface FollowUpPartner {
  name: string | null;
  company: string | null;
}

interface TemplateTexts {
  subject(company: string): string;
  greeting(name: string): string;
  text(company: string): string;
  closing: string;
}

const TEXTS: Record<Language, TemplateTexts> = {
  en: {
    subject: (company) =>
      company ? `Our talk at the trade fair – ${company}` : 'Our talk at the trade fair',
    greeting: (name) => (name ? `Dear ${name},` : 'Hello,'),
    text: (company) =>
      `thank you for visiting our booth. ${company ? `We would be glad to work with ${company}.` : 'It was good to meet you.'}\n\nIf you have any questions, simply reply to this mail.`,
    closing: 'Best regards',
  },
  zh: {
    subject: (company) => (company ? `展会洽谈后续 – ${company}` : '展会洽谈后续'),
    greeting: (name) => (name ? `${name}，您好：` : '您好：'),
    text: (company) =>
      `感谢您莅临我们的展位。${company ? `我们期待与${company}合作。` : '很高兴认识您。'}\n\n如有任何问题，请直接回复本邮件。`,
    closing: '此致敬礼',
  },
  ar: {
    subject: (company) => (company ? `متابعة لقائنا في المعرض – ${company}` : 'متابعة لقائنا في المعرض'),
    greeting: (name) => (name ? `تحية طيبة ${name}،` : 'تحية طيبة،'),
    text: (company) =>
      `شكرًا لزيارتكم جناحنا. ${company ? `يسعدنا التعاون مع ${company}.` : 'سعدنا بلقائكم.'}\n\nإن كانت لديكم أي أسئلة فيمكنكم الرد على هذه الرسالة مباشرة.`,
    closing: 'مع أطيب التحيات',
  },
};

/**
 * Drafts a follow-up mail without an assistant.
 * @param language the reader's
 * @param contacts lines below the sender's name: phone, e-mail, website; empty ones are left out
 */
export function followUpTemplate(
  language: Language,
  reader: FollowUpPartner,
  sender: FollowUpPartner & { contacts: readonly (string | null)[] },
): WrittenEmail {
  const texts = TEXTS[language];
  const company = words(sender.company);
  const lines = [words(sender.name), company, ...sender.contacts.map(words)].filter((line) => line !== '');
  return followUpWithin({
    subject: texts.subject(company),
    body: [
      texts.greeting(words(reader.name)),
      texts.text(words(reader.company)),
      [texts.closing, ...lines].join('\n'),
    ].join('\n\n'),
  });
}

/** @returns the mail within the limits, its subject as one line */
export function followUpWithin({ subject, body }: WrittenEmail): WrittenEmail {
  return {
    subject: cut(words(subject), FOLLOW_UP_SUBJECT_MAX_LENGTH),
    body: cut(body.trim(), FOLLOW_UP_TEXT_MAX_LENGTH),
  };
}

function words(text: string | null): string {
  return (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Counts as the fields and the server do, and cuts no emoji in half. */
function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text;
}
