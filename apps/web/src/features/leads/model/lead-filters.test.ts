import { expect, it } from 'vitest';
import { countFilters, filtersOf, isNarrowed, NO_FILTERS, paramsOf, searchPatterns } from './lead-filters.ts';

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
  expect(searchPatterns(' ＡＢ  أحمد ')).toEqual(['%ab%', '%احمد%']);
  expect(searchPatterns('10%_\\')).toEqual(['%10\\%\\_\\\\%']);
  expect(isNarrowed({ ...NO_FILTERS, query: '  ' })).toBe(false);
});
