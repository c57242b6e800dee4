import { EMPTY_LEAD } from '@dragoman/domain/leads/lead';
import { expect, it } from 'vitest';
import {
  countFilters,
  filtersOf,
  isNarrowed,
  type LeadFilters,
  type ListedLead,
  matchesFilters,
  NO_FILTERS,
  paramsOf,
  searchFilters,
} from './lead-filters.ts';

it('filters survive the address, and nonsense in it is no filter', () => {
  const filters = {
    query: '远山 10%',
    status: 'won',
    rating: 3,
    tag: 'إضاءة',
    followUp: 'due',
    fresh: true,
    order: 'rating',
  } as const;
  expect(filtersOf(new URLSearchParams(paramsOf(filters).toString()))).toEqual(filters);
  expect(paramsOf(NO_FILTERS).toString()).toBe('');
  expect(filtersOf(new URLSearchParams('status=hot&rating=9&follow=never&order=up'))).toEqual(NO_FILTERS);
  expect(countFilters(filters)).toBe(5);
});

it('a search is taken word by word, and its signs for themselves', () => {
  expect(searchFilters(' ＡＢ  أحمد 5* ')).toEqual([
    { operator: 'like', value: '%ab%' },
    { operator: 'like', value: '%احمد%' },
    { operator: 'match', value: '5\\*' },
  ]);
  expect(isNarrowed({ ...NO_FILTERS, query: '  ' })).toBe(false);
});

it.each([
  [{ query: 'nord 样品' }, true],
  [{ query: 'nobody' }, false],
  [{ status: 'won' }, false],
  [{ rating: 3 }, true],
  [{ rating: 4 }, false],
  [{ tag: 'VIP' }, true],
  [{ tag: 'vip' }, false],
  [{ followUp: 'due' }, true],
  [{ followUp: 'planned' }, true],
  [{ fresh: true }, true],
] satisfies [Partial<LeadFilters>, boolean][])('without a network, %j finds it: %s', (filters, found) => {
  const lead = {
    ...EMPTY_LEAD,
    name: 'Zoë',
    company: 'Nordlys',
    email: null,
    designation: null,
    note: '五月寄样品',
    rating: 3,
    tags: ['VIP'],
    follow_up_on: '2026-05-17',
    changed_at: '2026-05-17T08:00:00.000002+00:00',
  } as ListedLead;
  const since = '2026-05-17T08:00:00.000001+00:00';
  expect(matchesFilters(lead, { ...NO_FILTERS, ...filters }, since, '2026-05-17')).toBe(found);
  if ('followUp' in filters) {
    const won = { ...lead, status: 'won' } as ListedLead;
    expect(matchesFilters(won, { ...NO_FILTERS, ...filters }, since, '2026-05-17')).toBe(
      filters.followUp === 'planned',
    );
  }
  expect(matchesFilters(lead, { ...NO_FILTERS, fresh: true }, lead.changed_at, '2026-05-17')).toBe(false);
});
