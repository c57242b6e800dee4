import type { LanguageTemplates } from '@dragoman/supabase-server/templates/message-templates';

export const ARABIC: LanguageTemplates = {
  language: 'ar',
  direction: 'rtl',
  mails: {
    confirmation: {
      subject: 'أكّد عنوان بريدك الإلكتروني في {app}',
      heading: 'أكّد عنوان بريدك الإلكتروني',
      body: 'مرحبًا بك في {app}. افتح الرابط لتأكيد هذا العنوان وتسجيل الدخول.',
      action: 'تأكيد العنوان',
    },
    invite: {
      subject: 'أنت مدعو إلى {app}',
      heading: 'لديك دعوة',
      body: 'تمت دعوتك إلى {app}. افتح الرابط لقبول الدعوة.',
      action: 'قبول الدعوة',
    },
    magic_link: {
      subject: 'رابط تسجيل دخولك إلى {app}',
      heading: 'تسجيل الدخول',
      body: 'افتح الرابط لتسجيل الدخول إلى {app}. يعمل الرابط مرة واحدة.',
      action: 'تسجيل الدخول',
    },
    recovery: {
      subject: 'إعادة تعيين كلمة مرورك في {app}',
      heading: 'إعادة تعيين كلمة المرور',
      body: 'افتح الرابط لاختيار كلمة مرور جديدة في {app}.',
      action: 'اختيار كلمة مرور جديدة',
    },
    email_change: {
      subject: 'أكّد تغيير عنوان بريدك الإلكتروني',
      heading: 'أكّد العنوان الجديد',
      body: 'سيستخدم حسابك في {app} العنوان {address}. افتح الرابط لتأكيد التغيير.',
      action: 'تأكيد التغيير',
    },
    reauthentication: {
      subject: 'رمزك في {app}',
      heading: 'أكّد هويتك',
      body: 'أدخل هذا الرمز في {app} للمتابعة.',
      action: null,
    },
  },
  shared: {
    orCode: 'أو أدخل هذا الرمز:',
    code: 'رمزك:',
    ignore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة. لا تُعطِ الرابط أو الرمز لأي أحد.',
  },
  smsCode: 'رمزك في {app} هو {code}. لا تشاركه مع أحد.',
};
