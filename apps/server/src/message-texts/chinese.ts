import type { LanguageTemplates } from '@dragoman/supabase-server/templates/message-templates';

export const CHINESE: LanguageTemplates = {
  language: 'zh',
  direction: 'ltr',
  mails: {
    confirmation: {
      subject: '请确认您在 {app} 的邮箱地址',
      heading: '确认邮箱地址',
      body: '欢迎使用 {app}。请打开链接以确认此邮箱并登录。',
      action: '确认邮箱',
    },
    invite: {
      subject: '邀请您加入 {app}',
      heading: '您收到一份邀请',
      body: '您受邀使用 {app}。请打开链接接受邀请。',
      action: '接受邀请',
    },
    magic_link: {
      subject: '您的 {app} 登录链接',
      heading: '登录',
      body: '请打开链接登录 {app}。该链接仅可使用一次。',
      action: '登录',
    },
    recovery: {
      subject: '重置您的 {app} 密码',
      heading: '重置密码',
      body: '请打开链接为 {app} 设置新密码。',
      action: '设置新密码',
    },
    email_change: {
      subject: '请确认更改您的邮箱地址',
      heading: '确认新邮箱',
      body: '您在 {app} 的账户将改用邮箱 {address}。请打开链接确认更改。',
      action: '确认更改',
    },
    reauthentication: {
      subject: '您的 {app} 验证码',
      heading: '确认是您本人',
      body: '请在 {app} 中输入此验证码以继续。',
      action: null,
    },
  },
  shared: {
    orCode: '或输入此验证码：',
    code: '您的验证码：',
    ignore: '如果这不是您本人的操作，请忽略此邮件。请勿将链接或验证码告诉任何人。',
  },
  smsCode: '您的 {app} 验证码是 {code}，请勿告诉他人。',
};
