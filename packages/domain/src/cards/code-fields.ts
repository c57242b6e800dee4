/** The fields that a code may give, in the names of a saved card. */
export type CodeField =
  | 'name'
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'website'
  | 'whatsapp'
  | 'wechat';

export type CodeFields = Partial<Record<CodeField, string>>;
