import type { Language } from '@dragoman/domain/languages';

/** Lines below a follow-up mail. */
export interface FollowUpTexts {
  /** Who sent the mail and why. `{sender}`: name and company, `{app}`: the product. */
  why: string;
  stop: string;
}

export const FOLLOW_UP_TEXTS: Record<Language, FollowUpTexts> = {
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
