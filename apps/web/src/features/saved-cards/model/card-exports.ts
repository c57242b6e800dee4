import { CARD_FIELDS, type CardField } from '@dragoman/domain/cards/scanned-card';
import { vCard } from '@dragoman/domain/cards/vcard';
import { csv } from '@dragoman/domain/csv';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { localDay } from '@/shared/format/local-day.ts';

/** Labels of the CSV's columns and of a vCard's note. */
export type ExportLabels = Record<CardField | 'tags' | 'note' | 'added', string>;

/** The cards as one vCard file, for an address book. Fields that vCards lack go into the note. */
export function cardsAsVCards(cards: readonly ScannedCard[], labels: ExportLabels): string {
  return cards
    .map((card) => {
      const more = (['wechat', 'linkedin', 'badge'] as const)
        .filter((field) => card[field])
        .map((field) => `${labels[field]}: ${card[field]}`);
      // An address book shows a card by its name; one without is known by its company, or how it is
      // reached.
      const name = card.name ?? card.company ?? card.email ?? card.phone ?? card.badge ?? labels.name;
      return vCard({ ...card, name }, { ...card, note: [card.note, ...more].filter(Boolean).join('\n') });
    })
    .join('');
}

/** The cards as a table, for Excel and the like. */
export function cardsAsCsv(cards: readonly ScannedCard[], labels: ExportLabels): string {
  const heading = [...CARD_FIELDS.map((field) => labels[field]), labels.tags, labels.note, labels.added];
  const rows = cards.map((card) => [
    ...CARD_FIELDS.map((field) => card[field] ?? ''),
    card.tags.join(', '),
    card.note ?? '',
    // In UTC, a morning in Guangzhou is the day before.
    localDay(0, new Date(card.created_at)),
  ]);
  return csv([heading, ...rows]);
}
