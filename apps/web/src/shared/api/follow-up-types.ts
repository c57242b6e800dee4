import type { FollowUpFault } from '@dragoman/domain/follow-ups/follow-up-template';
import type { Language } from '@dragoman/domain/languages';

/** A row of the function `follow_up_people`: a visitor whom the booth met (docs/adr/0089). */
export type FollowUpPerson = {
  person_id: string;
  name: string | null;
  company: string | null;
  email: string;
  language: Language;
  avatar_url: string | null;
  /** The newest chat. */
  session_id: string | null;
  /** Why the person gets no mail; null: they may. */
  obstacle: 'unsubscribed' | 'unconfirmed' | null;
  /** Of the last mail; null without any. */
  status: 'waiting' | 'sent' | 'failed' | null;
  reason: FollowUpFault | null;
  /** ISO 8601. */
  mailed_at: string | null;
};
