import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { segments } from './segments.ts';
import { findAddresses } from './web-addresses.ts';

function addresses(lines: string[]) {
  const { emails, websites } = findAddresses(segments(recognizedLines(lines)));
  return [...emails, ...websites].map(({ text, repaired }) => (repaired ? `${text} (put right)` : text));
}

test('as printed', () => {
  expect(
    addresses(['E: Edith@HarrowPike.co.uk', 'www.harrowpike.co.uk', 'https://shop.harrowpike.com/en']),
  ).toEqual(['edith@harrowpike.co.uk', 'www.harrowpike.co.uk', 'https://shop.harrowpike.com/en']);
});

test.each([
  ['info@ harrowpike.com', 'info@harrowpike.com'],
  ['Email: edith. marlowe@harrowpike.com', 'edith.marlowe@harrowpike.com'],
  ['info©harrowpike.com', 'info@harrowpike.com'],
  ['info@harrowpike,com', 'info@harrowpike.com'],
  ['info@harrowpike.corn', 'info@harrowpike.com'],
  ['info@harrowpike. com', 'info@harrowpike.com'],
  ['vvww.harrowpike.com', 'www.harrowpike.com'],
  ['www,harrowpike.com', 'www.harrowpike.com'],
  ['www. harrowpike .com', 'www.harrowpike.com'],
  ['https:/ /harrowpike.com', 'https://harrowpike.com'],
])('%s is put right', (line, right) => {
  expect(addresses([line])).toEqual([`${right} (put right)`]);
});

test('of two domains that differ by one letter, the one printed elsewhere on the card wins', () => {
  expect(addresses(['Harrow Pike Ltd', 'edith@harrowpike.com', 'www.harrowplke.com'])).toEqual([
    'edith@harrowpike.com',
    'www.harrowpike.com (put right)',
  ]);
});

test('an @ that was read as a letter is known by the site', () => {
  expect(addresses(['edithQharrowpike.com', 'www.harrowpike.com'])).toEqual([
    'edith@harrowpike.com (put right)',
    'www.harrowpike.com',
  ]);
});

test('no sites: a legal form, a pages of a person, a price', () => {
  expect(addresses(['Harrow Co.Ltd', 'linkedin.com/in/edith', 'approx. 12.50 net'])).toEqual([]);
});

test('a label that was read as part of the address is removed; a mailbox of that name stays', () => {
  expect(addresses(['Maile.marlowe@harrowpike.com'])).toEqual(['e.marlowe@harrowpike.com']);
  expect(addresses(['mail@harrowpike.com', 'mailing@harrowpike.com'])).toEqual([
    'mail@harrowpike.com',
    'mailing@harrowpike.com',
  ]);
});
