// The rows and answers of booth teams (docs/adr/0083). Times are ISO 8601.
import type { Language } from '@dragoman/domain/languages';

/** The owner of a booth, as others see them. */
type BoothOwner = { id: string; name: string | null; company: string | null; avatar_url: string | null };

/** A person who works at a booth; the owner of a team has a row too. */
export type BoothMember = {
  id: string;
  owner_id: string;
  profile_id: string;
  joined_at: string;
  /** Null: on duty. */
  away_since: string | null;
};

export type BoothInvitation = {
  id: string;
  owner_id: string;
  created_at: string;
  expires_at: string;
  used_by: string | null;
  used_at: string | null;
  revoked_at: string | null;
};

/** A new invitation; its token is never shown again. */
export type NewBoothInvitation = { id: string; token: string; expires_at: string };

/** What anyone who has the token of an invitation sees of it. */
export type BoothInvitationView = {
  state: 'open' | 'used' | 'revoked' | 'expired';
  expires_at: string;
  /** Null when the invitation has ended. */
  booth: BoothOwner | null;
  /** Whether the caller has accepted it and works there. */
  accepted: boolean;
};

/** The booth that a person acts for, and their place in it. */
export type MyBooth = BoothOwner & {
  /** Whether it is the person's own. */
  owner: boolean;
  /** Whether it has staff. */
  team: boolean;
  /** The person's own; null: on duty, or no team. */
  away_since: string | null;
};

/** What a person of a team did in a span of time. The wait is in seconds; null without an answer. */
export type PersonFigures = {
  id: string;
  name: string | null;
  /** Whether the person works at the booth now. */
  member: boolean;
  /** Chats that the person answered first. */
  answered: number;
  wait_median: number | null;
  /** Leads whom the person met. */
  leads: number;
};

/** A note of a booth's team beside a chat, which no visitor can read. */
export type ChatNote = {
  id: string;
  session_id: string;
  /** The booth of the chat. */
  owner_id: string;
  /** Null after the author's account was deleted. */
  author_id: string | null;
  language: Language;
  text: string;
  /** To whom the chat was handed over with this note. */
  handed_to: string | null;
  translations: Partial<Record<Language, { text: string; engine: string }>>;
  created_at: string;
};
