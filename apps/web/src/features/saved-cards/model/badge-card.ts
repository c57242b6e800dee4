import { parseBadgeCode } from '@dragoman/domain/cards/badge-code';
import { type CardForm, EMPTY_CARD_FORM } from '@dragoman/domain/cards/scanned-card';
import { NO_MARKS, type ScanMarks } from '@/entities/card/scan/use-scan-fill.ts';
import type { BadgeAttendee } from '@/shared/api/database-types.ts';

/**
 * The form of a new card for the code of a badge: its fields with their marks, or its opaque id
 * alone.
 * @param code as it was read
 */
export function badgeCard(code: string): { start: CardForm; marks: ScanMarks } {
  const parsed = parseBadgeCode(code);
  if (parsed.kind === 'other') return { start: EMPTY_CARD_FORM, marks: NO_MARKS };
  const filled: Record<string, string> = parsed.kind === 'id' ? { badge: parsed.id } : { ...parsed.fields };
  const uncertain = parsed.kind === 'id' ? [] : parsed.uncertain;
  return { start: { ...EMPTY_CARD_FORM, ...filled }, marks: { filled, uncertain, otherForms: {} } };
}

/** The fields of a card that a list of attendees fills. */
export function attendeeFields(attendee: BadgeAttendee): Partial<CardForm> {
  return Object.fromEntries(Object.entries(attendee).filter(([, value]) => value !== null));
}
