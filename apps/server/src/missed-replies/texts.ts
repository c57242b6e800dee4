import type { Language } from '@dragoman/domain/languages';

/** Words of pushes, mails and their pages. Numbers are set so that no plural form is needed. */
export interface MissedReplyTexts {
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
  stop: string;
  confirm: { subject: string; body: string; action: string; ignore: string };
  pages: {
    stop: { title: string; text: string; action: string; done: string };
    /** The page behind the link of a follow-up mail (docs/adr/0089). */
    stopFollowUps: { title: string; text: string; action: string; done: string };
    confirm: { title: string; text: string; action: string; done: string };
    invalid: { title: string; text: string };
  };
}

export const MISSED_REPLY_TEXTS: Record<Language, MissedReplyTexts> = {
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
    stop: 'Get no more mails about messages',
    confirm: {
      subject: 'Confirm your address for {app}',
      body: 'Someone, probably you, wants to get unread messages of {app} at this address.',
      action: 'Confirm address',
      ignore: 'If it was not you, ignore this mail. You will get no other.',
    },
    pages: {
      stop: {
        title: 'No more mails about messages?',
        text: '{app} will send you no more mails about unread messages. You can turn them on again in your profile.',
        action: 'Stop these mails',
        done: 'You will get no more mails about unread messages.',
      },
      stopFollowUps: {
        title: 'No more follow-up mails of this booth?',
        text: 'This booth will send you no more follow-up mails through {app}.',
        action: 'Stop these mails',
        done: 'You will get no more follow-up mails of this booth.',
      },
      confirm: {
        title: 'Confirm your address',
        text: '{app} will send unread messages to this address.',
        action: 'Confirm address',
        done: 'The address is confirmed. You can close this page.',
      },
      invalid: { title: 'This link does not work', text: 'It has expired, or it is not complete.' },
    },
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
    stop: '不再接收消息邮件',
    confirm: {
      subject: '请确认您在 {app} 的邮箱地址',
      body: '有人（可能是您本人）希望用此邮箱接收 {app} 的未读消息。',
      action: '确认邮箱',
      ignore: '如果不是您本人的操作，请忽略此邮件，您不会再收到其他邮件。',
    },
    pages: {
      stop: {
        title: '不再接收消息邮件？',
        text: '{app} 将不再通过邮件告知您未读消息。您可以在个人资料中重新开启。',
        action: '停止发送',
        done: '您将不再收到未读消息的邮件。',
      },
      stopFollowUps: {
        title: '不再接收该展位的跟进邮件？',
        text: '该展位将不再通过 {app} 向您发送跟进邮件。',
        action: '停止发送',
        done: '您将不再收到该展位的跟进邮件。',
      },
      confirm: {
        title: '确认邮箱地址',
        text: '{app} 会把未读消息发送到此邮箱。',
        action: '确认邮箱',
        done: '邮箱已确认，您可以关闭此页面。',
      },
      invalid: { title: '链接无效', text: '链接已过期或不完整。' },
    },
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
    stop: 'إيقاف رسائل البريد عن المحادثات',
    confirm: {
      subject: 'أكّد عنوانك في {app}',
      body: 'طلب شخص ما، وغالبًا أنت، أن تصل الرسائل غير المقروءة في {app} إلى هذا العنوان.',
      action: 'تأكيد العنوان',
      ignore: 'إن لم تكن أنت فتجاهل هذه الرسالة، ولن تصلك غيرها.',
    },
    pages: {
      stop: {
        title: 'إيقاف رسائل البريد عن المحادثات؟',
        text: 'لن يرسل إليك {app} بريدًا عن الرسائل غير المقروءة. يمكنك تشغيله من جديد في ملفك الشخصي.',
        action: 'إيقاف هذه الرسائل',
        done: 'لن يصلك بريد عن الرسائل غير المقروءة بعد الآن.',
      },
      stopFollowUps: {
        title: 'إيقاف رسائل المتابعة من هذا الجناح؟',
        text: 'لن يرسل إليك هذا الجناح رسائل متابعة عبر {app} بعد الآن.',
        action: 'إيقاف هذه الرسائل',
        done: 'لن تصلك رسائل متابعة من هذا الجناح بعد الآن.',
      },
      confirm: {
        title: 'أكّد عنوانك',
        text: 'سيرسل {app} الرسائل غير المقروءة إلى هذا العنوان.',
        action: 'تأكيد العنوان',
        done: 'تم تأكيد العنوان. يمكنك إغلاق هذه الصفحة.',
      },
      invalid: { title: 'هذا الرابط لا يعمل', text: 'انتهت صلاحيته أو أنه غير مكتمل.' },
    },
  },
};

/** Fills placeholders such as `{name}`. No value is read as a placeholder again. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
