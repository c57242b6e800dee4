import { describe, expect, test } from 'vitest';
import { arrangedContacts, DEFAULT_ORDER, nextOrder, searchable } from './contact-order.ts';

const PEOPLE = searchable([
  { name: 'Zoë Ängström', company: 'Nordlys', email: 'zoe@nordlys.example', phone: '+46 8 555 010' },
  { name: 'adam West', company: null, email: 'adam@fair.example', phone: null },
  { name: '陈思远', company: '远山贸易', email: 'chen@yuanshan.example', phone: '+86 138' },
  { name: 'أحمد المنصوري', company: 'مؤسسة الواحة', email: null, phone: '+971 50' },
  { name: 'Bea Löwe', company: 'Atlas 10', email: 'bea@atlas.example', phone: '+46 70' },
  { name: 'Carl', company: 'Atlas 9', email: 'carl@atlas.example', phone: '+1 20' },
]);

function names(query: string, order = DEFAULT_ORDER): (string | null)[] {
  return arrangedContacts(PEOPLE, query, order, 'en').map(({ name }) => name);
}

describe('a search', () => {
  test.each([
    ['zoe ang', ['Zoë Ängström']],
    ['NORDLYS', ['Zoë Ängström']],
    ['bea@', ['Bea Löwe']],
    ['远山', ['陈思远']],
    ['احمد', ['أحمد المنصوري']],
    ['موسسه الواحه', ['أحمد المنصوري']],
    ['fair.example', ['adam West']],
    ['+46', []],
    ['nobody', []],
  ])('for %j finds %j', (query, found) => {
    expect(names(query)).toEqual(found);
  });
});

describe('sorting', () => {
  test('by name pays no heed to case or accents', () => {
    expect(names('').filter((name) => /[a-z]/.test(name ?? ''))).toEqual([
      'adam West',
      'Bea Löwe',
      'Carl',
      'Zoë Ängström',
    ]);
  });

  test.each([false, true])('missing values come last (descending: %s)', (descending) => {
    expect(names('', { column: 'company', descending }).at(-1)).toBe('adam West');
    expect(names('', { column: 'email', descending }).at(-1)).toBe('أحمد المنصوري');
  });

  test('numbers in names count as numbers', () => {
    const found = names('atlas', { column: 'company', descending: false });
    expect(found).toEqual(['Carl', 'Bea Löwe']);
  });

  test('a heading sorts upwards first, then downwards, then upwards again', () => {
    const byCompany = nextOrder(DEFAULT_ORDER, 'company');
    expect(byCompany).toEqual({ column: 'company', descending: false });
    expect(nextOrder(byCompany, 'company')).toEqual({ column: 'company', descending: true });
    expect(nextOrder(nextOrder(byCompany, 'company'), 'company')).toEqual(byCompany);
    expect(nextOrder(nextOrder(byCompany, 'company'), 'phone')).toEqual({
      column: 'phone',
      descending: false,
    });
  });
});
