/** The action that a mail asks for. */
export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change'
  | 'reauthentication';

export interface MailTexts {
  /** `{app}` is replaced by the application's name. */
  subject: string;
  heading: string;
  /** `{app}` as above, `{address}` for the new address of an e-mail change. */
  body: string;
  /** The link's label; null for a mail with a code alone. */
  action: string | null;
}

export interface SharedTexts {
  orCode: string;
  code: string;
  /** The note in a mail with a link. */
  ignore: string;
}

/** The texts of all messages in one language. */
export interface LanguageTemplates {
  /** A BCP 47 tag, as users have it in `user_metadata.language`. */
  language: string;
  direction: 'ltr' | 'rtl';
  mails: Record<MailKind, MailTexts>;
  shared: SharedTexts;
  /** `{app}` and `{code}` are replaced. Short, since messages are paid by their length. */
  smsCode: string;
}

/** The languages that the server writes; the first is for users of all other languages. */
export type MessageTemplates = readonly [LanguageTemplates, ...LanguageTemplates[]];

/**
 * @param preferred the language that the user has chosen, of any type: users write their metadata
 * themselves
 */
export function templatesFor(templates: MessageTemplates, preferred: unknown): LanguageTemplates {
  return templates.find(({ language }) => language === preferred) ?? templates[0];
}
