import type { Language } from '@dragoman/domain/languages';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { z } from 'zod';
import { fillIn, isolated, mailEnd, mailPage } from '../notifications/mail-parts.ts';
import { type MailedLink, readerSchema, STOP_SECONDS } from '../notifications/mailed-links.ts';

/**
 * Lines below the mail: who sent it and why (`{sender}`: name and company, `{app}`: the product), and
 * the words of the link {@link STOP_FOLLOW_UPS}.
 */
const TEXTS: Record<Language, { why: string; stop: string }> = {
  en: {
    why: '{sender} sent you this mail through {app}, because you met at a trade fair and shared your address. Your reply goes to {address}.',
    stop: 'Get no more follow-up mails of this booth',
  },
  zh: {
    why: '本邮件由 {sender} 通过 {app} 发送，因为你们在展会上相识，且您分享了邮箱地址。您的回复将发送至 {address}。',
    stop: '不再接收该展位的跟进邮件',
  },
  ar: {
    why: 'أرسل إليك {sender} هذه الرسالة عبر {app} لأنكما التقيتما في معرض تجاري وشاركت عنوانك. يصل ردّك إلى {address}.',
    stop: 'إيقاف رسائل المتابعة من هذا الجناح',
  },
};

const stopSchema = readerSchema.extend({ booth: z.uuid() });

/** Who wants no more follow-ups, and of which booth. */
export type StopFollowUps = z.infer<typeof stopSchema>;

/** Ends a booth's follow-ups to a person. */
export const STOP_FOLLOW_UPS: MailedLink<StopFollowUps> = {
  path: '/unsubscribe-follow-ups',
  purpose: 'follow-ups-stop',
  seconds: STOP_SECONDS,
  grant: stopSchema,
  texts: {
    en: {
      title: 'No more follow-up mails of this booth?',
      text: 'This booth will send you no more follow-up mails through {app}.',
      action: 'Stop these mails',
      done: 'You will get no more follow-up mails of this booth.',
    },
    zh: {
      title: '不再接收该展位的跟进邮件？',
      text: '该展位将不再通过 {app} 向您发送跟进邮件。',
      action: '停止发送',
      done: '您将不再收到该展位的跟进邮件。',
    },
    ar: {
      title: 'إيقاف رسائل المتابعة من هذا الجناح؟',
      text: 'لن يرسل إليك هذا الجناح رسائل متابعة عبر {app} بعد الآن.',
      action: 'إيقاف هذه الرسائل',
      done: 'لن تصلك رسائل متابعة من هذا الجناح بعد الآن.',
    },
  },
  async apply(db, { booth, profile }) {
    // Either may be gone by now.
    await db.execute(
      `insert into public.follow_up_opt_outs (owner_id, person_id)
       select booth.id, person.id from public.profiles booth, public.profiles person
       where booth.id = $1 and person.id = $2
       on conflict (owner_id, person_id) do nothing`,
      [booth, profile],
    );
  },
};

export interface FollowUpMail {
  /** Of the row: each attempt at a mail has the same Message-ID. */
  id: string;
  to: string;
  /** The reader's, for the lines below the text. */
  language: Language;
  subject: string;
  text: string;
  /** The person who approved the mail; replies go to the address. */
  sender: { name: string; company: string | null; address: string };
}

/**
 * @returns the mail as its reader gets it: the approved words, who sent them and why, and how to get
 * no more
 * @param install the product's name and origin, and the address that takes the reader's POST of RFC 8058
 */
export function renderFollowUp(
  { id, to, language, subject, text, sender }: FollowUpMail,
  install: { app: string; publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { app, publicUrl, unsubscribeUrl } = install;
  const texts = TEXTS[language];
  const { name, company, address } = sender;
  const end = mailEnd({
    why: fillIn(texts.why, {
      sender: isolated(company ? `${name} (${company})` : name),
      app: isolated(app),
      address: isolated(address),
    }),
    stop: texts.stop,
    url: unsubscribeUrl,
  });
  return {
    to,
    subject,
    writer: { name, address },
    text: [text, '-- ', ...end.text].join('\n\n'),
    html: mailPage(language, subject, [
      `<div dir="auto" style="white-space:pre-line">${escapeHtml(text)}</div>`,
      end.html,
    ]),
    messageId: `<follow-up.${id}@${new URL(publicUrl).hostname}>`,
    headers: end.headers,
  };
}
