import { describe, expect, it } from 'vitest';
import { matchesSearch } from '../search-text.ts';
import {
  cardColumns,
  cardFormSchema,
  cardFormValues,
  cardSearchKey,
  EMPTY_CARD_FORM,
} from './scanned-card.ts';

const schema = cardFormSchema({
  blank: 'blank',
  emailInvalid: 'email',
  tooLong: 'long',
  tagsInvalid: 'tags',
});

function problems(values: object): string[] {
  const result = schema.safeParse({ ...EMPTY_CARD_FORM, ...values });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe('the form of a card', () => {
  it.each([
    [{ name: '陈' }, []],
    [{ phone: '050 555 0142', website: 'no address' }, []],
    [{ note: 'met at the door', tags: 'lamps' }, ['name: blank']],
    [{ name: 'A', email: 'nora at lamps' }, ['email: email']],
    // Addresses that the sign-up and a profile accept.
    [{ name: 'A', email: 'a&b@lamps.xn--fiqs8s' }, []],
    [{ name: 'x'.repeat(201) }, ['name: long']],
    [{ name: 'A', note: '字'.repeat(4001) }, ['note: long']],
    [{ name: 'A', tags: 'x'.repeat(41) }, ['tags: tags']],
    [{ name: 'A', tags: Array.from({ length: 21 }, (_, i) => i).join(',') }, ['tags: tags']],
  ])('%j: %j', (values, expected) => {
    expect(problems(values)).toEqual(expected);
  });

  it('becomes columns and comes back', () => {
    const form = { ...EMPTY_CARD_FORM, name: ' 陈思远 ', tags: 'lamps, 照明', note: 'a\u0000b' };
    const columns = cardColumns(form);
    expect(columns).toMatchObject({ name: '陈思远', company: null, tags: ['lamps', '照明'], note: 'ab' });
    expect(cardFormValues(columns)).toEqual({ ...form, name: '陈思远', note: 'ab' });
  });
});

it('a search finds what is printed, tagged or noted', () => {
  const card = cardColumns({
    ...EMPTY_CARD_FORM,
    name: 'Lucía Ferrer',
    phone: '+٣٤ ٦٠٠',
    tags: 'Azulejos',
    note: 'Send samples to Málaga',
  });
  for (const query of ['lucia', '+34 600', 'azulejos', 'malaga samples']) {
    expect(matchesSearch(cardSearchKey(card), query), query).toBe(true);
  }
  expect(matchesSearch(cardSearchKey(card), 'nora')).toBe(false);
});
