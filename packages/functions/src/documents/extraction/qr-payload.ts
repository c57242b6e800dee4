import { type BadgeCode, parseBadgeCode } from '@dragoman/domain/cards/badge-code';
import type { CardField } from './extracted.ts';

/** The owner's fields in the codes of a card or a pass. */
export type QrFields = Partial<Record<CardField, string>>;

/**
 * Reads the codes of a document of any symbology: a vCard, a MECARD, or a plain link. Of lines of
 * text only sure fields count, because the printed name is read as well.
 */
export function qrFields(codes: readonly string[]): QrFields {
  const fields: QrFields = {};
  for (const code of parsed(codes)) {
    if (code.kind !== 'contact') continue;
    for (const [field, value] of Object.entries(code.fields) as [CardField, string][]) {
      if (!code.uncertain.includes(field)) fields[field] ??= value;
    }
  }
  return fields;
}

/** @returns the opaque id of a badge, exactly as it was read; empty without one. */
export function badgeId(codes: readonly string[]): string {
  for (const code of parsed(codes)) if (code.kind === 'id') return code.id;
  return '';
}

function parsed(codes: readonly string[]): BadgeCode[] {
  return codes.map(parseBadgeCode);
}
