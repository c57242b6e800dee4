import { describe, expect, it } from 'vitest';
import {
  type CatalogueTexts,
  checkCatalogueTexts,
  itemFileName,
  readProduct,
  splitProductWords,
  withProductTerms,
  wordsOfItem,
} from './catalogue.ts';

const LAMP: CatalogueTexts = {
  language: 'en',
  name: 'Desk lamp',
  price: 'USD 12.50',
  minimum_quantity: '500 pcs',
  description: 'Brass.\nOpal glass.',
};

describe('the texts of an item', () => {
  it('are trimmed, and empty ones are none', () => {
    expect(checkCatalogueTexts({ ...LAMP, name: ' Desk\n lamp ', price: ' ', description: '' })).toEqual({
      texts: { ...LAMP, price: null, description: null },
    });
  });

  it('need a name, and have a length', () => {
    expect(checkCatalogueTexts({ ...LAMP, name: '\u200b' })).toEqual({ field: 'name', fault: 'blank' });
    // Characters, not the units of the language.
    expect(checkCatalogueTexts({ ...LAMP, name: '💡'.repeat(120) })).toHaveProperty('texts');
    for (const [field, length] of [
      ['name', 121],
      ['price', 61],
      ['minimum_quantity', 61],
      ['description', 1001],
    ] as const) {
      expect(checkCatalogueTexts({ ...LAMP, [field]: 'x'.repeat(length) })).toEqual({
        field,
        fault: 'too-long',
      });
    }
  });
});

describe('the words of a product', () => {
  it('are its name and its description, and come apart again', () => {
    const words = wordsOfItem(LAMP);
    expect(words).toBe('Desk lamp\nBrass.\nOpal glass.');
    expect(splitProductWords(words)).toEqual({ name: LAMP.name, description: LAMP.description });
    expect(splitProductWords('台灯\r\n\n黄铜。')).toEqual({ name: '台灯', description: '黄铜。' });
  });

  it('are the name alone without a description', () => {
    expect(wordsOfItem({ name: 'Desk lamp', description: null })).toBe('Desk lamp');
    expect(splitProductWords('Desk lamp')).toEqual({ name: 'Desk lamp', description: '' });
  });
});

it('a brochure keeps the name of its file, and a picture has that of its product', () => {
  expect(itemFileName({ kind: 'brochure', name: 'Lamps', file_name: 'NL-27.pdf' })).toBe('NL-27.pdf');
  expect(itemFileName({ kind: 'product', name: 'Lamp 1/2', file_name: 'IMG_1.jpg' })).toMatch(
    /^Lamp 1.2\.jpg$/,
  );
});

it('the assistant reads a price with the words', () => {
  expect(withProductTerms('Lamp', { price: 'USD 1', minimum_quantity: '5' })).toBe('Lamp\nUSD 1\n5');
  expect(withProductTerms('Hello', null)).toBe('Hello');
  expect(withProductTerms(null, null)).toBeNull();
});

it('the product of a message has texts alone', () => {
  expect(readProduct({ price: 'USD 1', minimum_quantity: 5, more: 'x' })).toEqual({ price: 'USD 1' });
  expect(readProduct({})).toEqual({});
  for (const value of [null, undefined, [], 'x']) expect(readProduct(value)).toBeNull();
});
