import { expect, it } from 'vitest';
import { findPlace, leavesPage, placeOf } from './page-places.ts';

function button(textContent: string, label: string | null = null) {
  return {
    localName: 'button',
    textContent,
    getAttribute: (name: string) => (name === 'aria-label' ? label : null),
  };
}

it('an element is found again in the new markup, by its words and its index among equal ones', () => {
  const before = [button('Open'), button('Delete'), button('Open'), button('×', 'Close'), button('×')];
  // As the app draws them: other elements, and one more between them.
  const after = [
    button('Open'),
    button('New'),
    button('Delete'),
    button('Open'),
    button('×', 'Close'),
    button('×'),
  ];
  const places = before.map((one) => placeOf(one, before));
  expect(places.map((place) => after.indexOf(findPlace(place, after) as (typeof after)[number]))).toEqual([
    0, 2, 3, 4, 5,
  ]);
  expect(places[2]).toEqual({ tag: 'button', words: ' Open', at: 1 });
});

it('a field is found by its label, whatever its value', () => {
  const field = (textContent: string) => ({ ...button(textContent, 'Message'), localName: 'textarea' });
  const [before, after] = [field('Hello'), field('')];
  expect(findPlace(placeOf(before, [before]), [after])).toBe(after);
});

it('what is not there any more is not found, nor another in its place', () => {
  const before = [button('Open'), button('Open'), button('打开')];
  const [, second, third] = before.map((one) => placeOf(one, before));
  const after = [button('Open'), button('Close')];
  expect(second && findPlace(second, after)).toBeUndefined();
  expect(third && findPlace(third, after)).toBeUndefined();
});

const origin = 'https://fair.example';
const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

it.each([
  ['a button', null, plain, false],
  ['a button, with a key held', null, { ...plain, ctrlKey: true }, false],
  ['a link within the app', { origin, target: '' }, plain, false],
  ['a link within the app, into a new tab', { origin, target: '' }, { ...plain, metaKey: true }, true],
  ['a link within the app, to be kept', { origin, target: '' }, { ...plain, altKey: true }, true],
  ['a link that opens a tab by itself', { origin, target: '_blank' }, plain, true],
  ['a link to another site', { origin: 'https://other.example', target: '' }, plain, true],
  ['a link to a mail', { origin: 'null', target: '' }, plain, true],
])('%s', (_what, link, keys, leaves) => {
  expect(leavesPage(link, keys, origin)).toBe(leaves);
});
