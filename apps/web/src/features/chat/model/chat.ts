import { DEFAULT_LANGUAGE, type Language } from '@dragoman/domain/languages';
import { isTranslationSkipped, translationTarget } from '@dragoman/domain/translation/translation-target';
import type { ChatRow, Profile } from '@/shared/api/database-types.ts';

/** A session with both people, as the chat loads it (specification 7.3). */
export type Chat = ChatRow & { vendor: Profile | null; visitor: Profile | null };

/**
 * @returns the other side of the chat; null before a visitor has joined. Who is not the visitor is on
 * the booth's side (docs/adr/0083-booth-teams.md).
 */
export function counterpartOf(chat: Chat, ownProfileId: string): Profile | null {
  return chat.visitor_id === ownProfileId ? chat.vendor : chat.visitor;
}

/** Whether a person is on the other side: to the visitor all of the booth's people are. */
export function isOfOtherSide(profileId: string, ownProfileId: string, visitorId: string | null): boolean {
  return visitorId === ownProfileId ? profileId !== ownProfileId : profileId === visitorId;
}

/** @returns the writer of a message, out of the session's two people; null for all others */
export function participant(chat: Chat, profileId: string): Profile | null {
  return [chat.vendor, chat.visitor].find((profile) => profile?.id === profileId) ?? null;
}

/**
 * The language that a message of `me` is translated into, by the default target of specification
 * 9.2.
 * @returns null without a translation: it is off, or both share a language (specification 5.10)
 */
export function targetLanguageFor(
  me: Pick<Profile, 'role' | 'language'>,
  counterpart: Pick<Profile, 'language'> | null,
  translationOn: boolean,
): Language | null {
  if (!translationOn) return null;
  const target = translationTarget({
    role: me.role,
    ownLanguage: me.language ?? DEFAULT_LANGUAGE,
    counterpartLanguage: counterpart?.language ?? null,
  });
  return isTranslationSkipped(me.language, target) ? null : target;
}
