import { expect, it } from 'vitest';
import { containing } from './text-filter.ts';

it('every character of a search is literal, an asterisk too', () => {
  expect(containing('10%_\\')).toEqual({ operator: 'like', value: '%10\\%\\_\\\\%' });
  expect(containing('5*.[a]')).toEqual({ operator: 'match', value: '5\\*\\.\\[a\\]' });
});
