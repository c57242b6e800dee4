import { EMPTY_CARD_FORM } from '@dragoman/domain/cards/scanned-card';
import { expect, test } from 'vitest';
import { attendeeFields, badgeCard } from './badge-card.ts';

test('an opaque id fills its field alone, and no name', () => {
  const { start, marks } = badgeCard('8F3A-22C1');
  expect(start).toEqual({ ...EMPTY_CARD_FORM, badge: '8F3A-22C1' });
  expect(marks.filled).toEqual({ badge: '8F3A-22C1' });
});

test('a guessed name is marked, and what is no contact fills nothing', () => {
  const { start, marks } = badgeCard('Ada Okafor\nada@benue.example');
  expect(start).toMatchObject({ name: 'Ada Okafor', email: 'ada@benue.example', badge: '' });
  expect(marks.uncertain).toEqual(['name']);
  expect(badgeCard('https://expo.example/v?id=1').start).toEqual(EMPTY_CARD_FORM);
});

test('a person of the list fills the fields that the list has', () => {
  const attendee = { name: '李娜', company: 'Huadeng', designation: null, email: null, phone: '138' };
  expect(attendeeFields(attendee)).toEqual({ name: '李娜', company: 'Huadeng', phone: '138' });
});
