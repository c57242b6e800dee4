import type { LanguageTemplates } from './message-templates.ts';

export const ENGLISH: LanguageTemplates = {
  language: 'en',
  direction: 'ltr',
  mails: {
    confirmation: {
      subject: 'Confirm your e-mail address for {app}',
      heading: 'Confirm your e-mail address',
      body: 'Welcome to {app}. Open the link to confirm this address and sign in.',
      action: 'Confirm address',
    },
    invite: {
      subject: 'You are invited to {app}',
      heading: 'You are invited',
      body: 'You have been invited to {app}. Open the link to accept.',
      action: 'Accept the invitation',
    },
    magic_link: {
      subject: 'Your sign-in link for {app}',
      heading: 'Sign in',
      body: 'Open the link to sign in to {app}. It works once.',
      action: 'Sign in',
    },
    recovery: {
      subject: 'Reset your {app} password',
      heading: 'Reset your password',
      body: 'Open the link to choose a new password for {app}.',
      action: 'Choose a new password',
    },
    email_change: {
      subject: 'Confirm the change of your e-mail address',
      heading: 'Confirm the new address',
      body: 'Your account at {app} is to use the address {address}. Open the link to confirm the change.',
      action: 'Confirm the change',
    },
    reauthentication: {
      subject: 'Your {app} code',
      heading: 'Confirm that it is you',
      body: 'Enter this code in {app} to continue.',
      action: null,
    },
  },
  shared: {
    orCode: 'Or enter this code:',
    code: 'Your code:',
    ignore: 'If you did not ask for this, ignore this mail. Never pass the link or the code on to anybody.',
  },
  smsCode: 'Your {app} code is {code}. Do not share it with anyone.',
};
