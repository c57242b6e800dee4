import type { Language } from '@dragoman/domain/languages';

/** What a mail asks its reader to do. */
export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change'
  | 'reauthentication';

export interface MailTexts {
  /** `{brand}` is replaced by the product's name. */
  subject: string;
  heading: string;
  /** `{brand}` as above, `{address}` for the new address of an e-mail change. */
  body: string;
  /** The link's label; null for a mail with a code alone. */
  action: string | null;
}

export interface SharedTexts {
  orCode: string;
  code: string;
  /** For a mail with a link. */
  ignore: string;
}

export const SHARED_TEXTS: Record<Language, SharedTexts> = {
  en: {
    orCode: 'Or enter this code:',
    code: 'Your code:',
    ignore: 'If you did not ask for this, ignore this mail. Never pass the link or the code on to anybody.',
  },
  zh: {
    orCode: '或输入此验证码：',
    code: '您的验证码：',
    ignore: '如果这不是您本人的操作，请忽略此邮件。请勿将链接或验证码告诉任何人。',
  },
  ar: {
    orCode: 'أو أدخل هذا الرمز:',
    code: 'رمزك:',
    ignore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة. لا تُعطِ الرابط أو الرمز لأي أحد.',
  },
};

export const MAIL_TEXTS: Record<Language, Record<MailKind, MailTexts>> = {
  en: {
    confirmation: {
      subject: 'Confirm your e-mail address for {brand}',
      heading: 'Confirm your e-mail address',
      body: 'Welcome to {brand}. Open the link to confirm this address and sign in.',
      action: 'Confirm address',
    },
    invite: {
      subject: 'You are invited to {brand}',
      heading: 'You are invited',
      body: 'You have been invited to {brand}. Open the link to accept.',
      action: 'Accept the invitation',
    },
    magic_link: {
      subject: 'Your sign-in link for {brand}',
      heading: 'Sign in',
      body: 'Open the link to sign in to {brand}. It works once.',
      action: 'Sign in',
    },
    recovery: {
      subject: 'Reset your {brand} password',
      heading: 'Reset your password',
      body: 'Open the link to choose a new password for {brand}.',
      action: 'Choose a new password',
    },
    email_change: {
      subject: 'Confirm the change of your e-mail address',
      heading: 'Confirm the new address',
      body: 'Your account at {brand} is to use the address {address}. Open the link to confirm the change.',
      action: 'Confirm the change',
    },
    reauthentication: {
      subject: 'Your {brand} code',
      heading: 'Confirm that it is you',
      body: 'Enter this code in {brand} to continue.',
      action: null,
    },
  },
  zh: {
    confirmation: {
      subject: '请确认您在 {brand} 的邮箱地址',
      heading: '确认邮箱地址',
      body: '欢迎使用 {brand}。请打开链接以确认此邮箱并登录。',
      action: '确认邮箱',
    },
    invite: {
      subject: '邀请您加入 {brand}',
      heading: '您收到一份邀请',
      body: '您受邀使用 {brand}。请打开链接接受邀请。',
      action: '接受邀请',
    },
    magic_link: {
      subject: '您的 {brand} 登录链接',
      heading: '登录',
      body: '请打开链接登录 {brand}。该链接仅可使用一次。',
      action: '登录',
    },
    recovery: {
      subject: '重置您的 {brand} 密码',
      heading: '重置密码',
      body: '请打开链接为 {brand} 设置新密码。',
      action: '设置新密码',
    },
    email_change: {
      subject: '请确认更改您的邮箱地址',
      heading: '确认新邮箱',
      body: '您在 {brand} 的账户将改用邮箱 {address}。请打开链接确认更改。',
      action: '确认更改',
    },
    reauthentication: {
      subject: '您的 {brand} 验证码',
      heading: '确认是您本人',
      body: '请在 {brand} 中输入此验证码以继续。',
      action: null,
    },
  },
  ar: {
    confirmation: {
      subject: 'أكّد عنوان بريدك الإلكتروني في {brand}',
      heading: 'أكّد عنوان بريدك الإلكتروني',
      body: 'مرحبًا بك في {brand}. افتح الرابط لتأكيد هذا العنوان وتسجيل الدخول.',
      action: 'تأكيد العنوان',
    },
    invite: {
      subject: 'أنت مدعو إلى {brand}',
      heading: 'لديك دعوة',
      body: 'تمت دعوتك إلى {brand}. افتح الرابط لقبول الدعوة.',
      action: 'قبول الدعوة',
    },
    magic_link: {
      subject: 'رابط تسجيل دخولك إلى {brand}',
      heading: 'تسجيل الدخول',
      body: 'افتح الرابط لتسجيل الدخول إلى {brand}. يعمل الرابط مرة واحدة.',
      action: 'تسجيل الدخول',
    },
    recovery: {
      subject: 'إعادة تعيين كلمة مرورك في {brand}',
      heading: 'إعادة تعيين كلمة المرور',
      body: 'افتح الرابط لاختيار كلمة مرور جديدة في {brand}.',
      action: 'اختيار كلمة مرور جديدة',
    },
    email_change: {
      subject: 'أكّد تغيير عنوان بريدك الإلكتروني',
      heading: 'أكّد العنوان الجديد',
      body: 'سيستخدم حسابك في {brand} العنوان {address}. افتح الرابط لتأكيد التغيير.',
      action: 'تأكيد التغيير',
    },
    reauthentication: {
      subject: 'رمزك في {brand}',
      heading: 'أكّد هويتك',
      body: 'أدخل هذا الرمز في {brand} للمتابعة.',
      action: null,
    },
  },
};
