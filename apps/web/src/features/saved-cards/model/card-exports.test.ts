import { CARD_FIELDS } from '@dragoman/domain/cards/scanned-card';
import { describe, expect, it } from 'vitest';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { cardsAsCsv, cardsAsVCards, type ExportLabels } from './card-exports.ts';
import { duplicatesOf } from './duplicates.ts';
import { frequentTags, searchableCards, searchCards } from './search-cards.ts';

const LABELS = Object.fromEntries(
  [...CARD_FIELDS, 'tags', 'note', 'added'].map((field) => [field, field.toUpperCase()]),
) as ExportLabels;

function card(values: Partial<ScannedCard>): ScannedCard {
  const empty = Object.fromEntries(CARD_FIELDS.map((field) => [field, null]));
  return {
    ...(empty as Record<(typeof CARD_FIELDS)[number], null>),
    id: values.name ?? 'id',
    owner_id: 'vera',
    tags: [],
    note: null,
    created_at: '2026-01-05T08:00:00+00:00',
    updated_at: '2026-01-05T08:00:00+00:00',
    ...values,
  };
}

const CARDS = [
  card({ name: '陈思远', wechat: 'siyuan', tags: ['照明', 'VIP'], note: 'Call back' }),
  card({ company: 'Ferrer Importaciones', phone: '+34600555010', tags: ['vip'] }),
];

describe('exports', () => {
  it('as vCards hold everything of every card', () => {
    const file = cardsAsVCards(CARDS, LABELS);
    expect(file.match(/BEGIN:VCARD/g)).toHaveLength(2);
    expect(file).toContain('NOTE:Call back\\nWECHAT: siyuan\r\n');
    expect(file).toContain('CATEGORIES:照明,VIP\r\n');
    expect(file).toContain('FN:Ferrer Importaciones\r\n');
  });

  it('as CSV have a heading, and a telephone number that Excel leaves alone', () => {
    const lines = cardsAsCsv(CARDS, LABELS).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFF"NAME","COMPANY","DESIGNATION","EMAIL","PHONE","WHATSAPP","WECHAT","WEBSITE","LINKEDIN","BADGE","TAGS","NOTE","ADDED"',
    );
    expect(lines[1]).toBe('"陈思远","","","","","","siyuan","","","","照明, VIP","Call back","2026-01-05"');
    expect(lines[2]).toContain(`"'+34600555010"`);
  });

  it('as CSV name the day on which the card was added here, not in UTC', () => {
    const justAfterMidnight = new Date(2026, 0, 6, 0, 30).toISOString();
    const justBefore = new Date(2026, 0, 6, 23, 30).toISOString();
    const cards = [card({ created_at: justAfterMidnight }), card({ created_at: justBefore })];
    const [, ...lines] = cardsAsCsv(cards, LABELS).trim().split('\r\n');
    expect(lines.map((line) => line.slice(-12))).toEqual(['"2026-01-06"', '"2026-01-06"']);
  });
});

it('cards are found by words and by a tag, whatever its case', () => {
  const keyed = searchableCards(CARDS);
  expect(frequentTags(CARDS)).toEqual(['VIP', '照明']);
  expect(searchCards(keyed, '', 'VIP')).toHaveLength(2);
  expect(searchCards(keyed, 'ferrer', 'VIP')).toEqual([CARDS[1]]);
  expect(searchCards(keyed, 'back', '照明')).toEqual([CARDS[0]]);
  expect(searchCards(keyed, 'nobody', null)).toEqual([]);
});

it('cards of one person are found among a person’s own and among the booth’s, never across', () => {
  const [own, again, booths, theirs] = ['vera', 'vera', 'boss', 'boss'].map((owner_id, i) =>
    card({ owner_id, id: `${i}`, email: 'ada@benue.example' }),
  ) as [ScannedCard, ScannedCard, ScannedCard, ScannedCard];
  expect(duplicatesOf([own, booths], 'vera')).toEqual([]);
  expect(duplicatesOf([theirs, own, booths, again], 'vera')).toEqual([
    [own, again],
    [theirs, booths],
  ]);
});
