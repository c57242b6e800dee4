import { describe, expect, it } from 'vitest';
import { duplicateGroups, fieldValues, isKeepable, mergedCard } from './card-merge.ts';
import { CARD_FIELDS, type CardContent, type CardField } from './scanned-card.ts';

const LABELS = Object.fromEntries(CARD_FIELDS.map((field) => [field, field.toUpperCase()])) as Record<
  CardField,
  string
>;

function card(values: Partial<CardContent>): CardContent {
  const empty = Object.fromEntries(CARD_FIELDS.map((field) => [field, null])) as Record<CardField, null>;
  return { ...empty, tags: [], note: null, ...values };
}

function groups(...cards: Partial<CardContent>[]): (string | null)[][] {
  return duplicateGroups(cards.map(card)).map((group) => group.map(({ name }) => name));
}

describe('cards look like one person’s', () => {
  it.each([
    ['with the same e-mail address', { email: 'nora@lamps.example' }, { email: ' Nora@Lamps.example' }],
    ['with the same number', { phone: '+971 50 555 0142' }, { phone: '00971505550142' }],
    ['with the number from inside the country', { phone: '+971 50 555 0142' }, { phone: '050 555 0142' }],
    ['with digits of another script', { phone: '+971 50 555 0142' }, { phone: '+٩٧١٥٠٥٥٥٠١٤٢' }],
    [
      'with the phone of one as the WhatsApp of the other',
      { phone: '+86 138 0013 8000' },
      { whatsapp: '13800138000' },
    ],
  ] as const)('%s', (_, one, other) => {
    expect(
      groups({ name: 'A', ...one }, { name: 'X', email: 'x@x.example' }, { name: 'B', ...other }),
    ).toEqual([['A', 'B']]);
  });

  it.each([
    [
      'colleagues at one switchboard',
      { phone: '+34 91 555 0142', email: 'a@f.example' },
      { phone: '+34 91 555 0142', email: 'b@f.example' },
    ],
    ['the same end in two countries', { phone: '+34 600 555 010' }, { phone: '+44 600 555 010' }],
    ['extensions and short numbers', { phone: '5550' }, { phone: '5550' }],
    ['nothing at all', {}, {}],
  ] as const)('but not %s', (_, one, other) => {
    expect(groups({ name: 'A', ...one }, { name: 'B', ...other })).toEqual([]);
  });

  it('over a third card, and each is in one group alone', () => {
    expect(
      groups(
        { name: 'Lucía', email: 'l@f.example' },
        { name: 'Omar', phone: '+20 100 555 0101' },
        { name: 'L. Ferrer', phone: '+34 600 555 010' },
        { name: 'Lucía F.', email: 'l@f.example', phone: '+34 600 555 010' },
        { name: 'Omar A.', phone: '+20 100 555 0101' },
      ),
    ).toEqual([
      ['Lucía', 'L. Ferrer', 'Lucía F.'],
      ['Omar', 'Omar A.'],
    ]);
  });

  it('are found among thousands at once', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ name: `P${i}`, phone: `+97150${1_000_000 + i}` }));
    expect(groups(...many, { name: 'Again', phone: '+971501000777' })).toEqual([['P777', 'Again']]);
  });
});

describe('a merge', () => {
  const newer = card({
    name: 'Lucía Ferrer',
    phone: '+34 600 555 010',
    website: 'https://ferrer.example',
    tags: ['Tiles', 'hall 3'],
    note: 'Send samples',
  });
  const older = card({
    name: 'L. Ferrer',
    company: 'Ferrer Importaciones',
    phone: '+34600555010',
    website: 'http://www.ferrer.example/',
    tags: ['tiles', 'VIP'],
    note: 'Met at lunch',
  });

  it('takes what only one has, writes the rest into the note and puts tags together', () => {
    expect(mergedCard([newer, older], {}, LABELS)).toEqual(
      card({
        name: 'Lucía Ferrer',
        company: 'Ferrer Importaciones',
        phone: '+34 600 555 010',
        website: 'https://ferrer.example',
        tags: ['Tiles', 'hall 3', 'VIP'],
        note: 'Send samples\n\nMet at lunch\n\nNAME: L. Ferrer',
      }),
    );
  });

  it('takes what was chosen', () => {
    expect(fieldValues([newer, older], 'name')).toEqual(['Lucía Ferrer', 'L. Ferrer']);
    expect(fieldValues([newer, older], 'phone')).toEqual(['+34 600 555 010']);
    const merged = mergedCard([newer, older], { name: 'L. Ferrer', company: 'not on any card' }, LABELS);
    expect(merged).toMatchObject({ name: 'L. Ferrer', company: 'Ferrer Importaciones' });
    expect(merged.note).toContain('NAME: Lucía Ferrer');
  });

  it('of equals adds nothing to the note', () => {
    expect(mergedCard([older, older], {}, LABELS)).toEqual(older);
  });

  it('that has grown too long cannot be kept', () => {
    expect(isKeepable(mergedCard([newer, older], {}, LABELS))).toBe(true);
    expect(isKeepable(card({ note: '字'.repeat(4001) }))).toBe(false);
    expect(isKeepable(card({ tags: Array.from({ length: 21 }, (_, i) => `tag ${i}`) }))).toBe(false);
  });
});
