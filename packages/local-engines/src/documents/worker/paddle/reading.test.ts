import { describe, expect, test } from 'vitest';
import { showsArabic, withArabic } from './arabic-words.ts';
import { readDictionary, recognizeStrip, withSpaces } from './recognizer.ts';

const dictionary = readDictionary('a\nb\n');

/** A model that is sure of one class at each step. */
function saying(...classes: number[]) {
  return async (_data: Float32Array, [, , , width]: readonly number[]) => {
    expect(width).toBe(160);
    const data = new Float32Array(classes.length * dictionary.length);
    for (const [step, index] of classes.entries()) data[step * dictionary.length + index] = 0.9;
    return { data, dims: [1, classes.length, dictionary.length] };
  };
}

const strip = { data: new Uint8Array(80 * 48 * 3), width: 80, height: 48 };

describe('a strip', () => {
  test('is read class by class: what repeats is one, blanks part the same letters', async () => {
    const glyphs = await recognizeStrip(saying(0, 1, 1, 0, 1, 3, 2, 0), dictionary, strip);
    expect(glyphs.map(({ text }) => text).join('')).toBe('aa b');
    expect(glyphs[0]?.confidence).toBeCloseTo(0.9);
  });

  test('tells where its letters are, in parts of its own width', async () => {
    const glyphs = await recognizeStrip(saying(1, 0, 2, 0), dictionary, strip);
    expect(glyphs.map(({ at }) => at)).toEqual([0.25, 1]);
  });

  test('that is absurdly wide is not read', async () => {
    const never = () => Promise.reject(new Error('asked'));
    expect(await recognizeStrip(never, dictionary, { ...strip, width: 5_000 })).toEqual([]);
  });
});

test.each([
  ['LeoLiu', [0, 10, 20, 36, 46, 56], 'Leo Liu'],
  ['FinTech', [0, 10, 20, 30, 40, 50, 60], 'FinTech'],
  ['GmbH', [0, 10, 20, 34], 'GmbH'],
  ['T.Ok', [0, 10, 26, 37], 'T. Ok'],
  ['a.co', [0, 10, 30, 40], 'a.co'],
  ['', [], ''],
])('%s, its letters at %j, is read as %j', (text, places, read) => {
  const glyphs = [...text].map((letter, index) => ({
    text: letter,
    at: (places[index] ?? 0) / 60,
    confidence: 1,
  }));
  expect(
    withSpaces(glyphs)
      .map((glyph) => glyph.text)
      .join(''),
  ).toBe(read);
});

describe('words of two engines', () => {
  const word = (text: string, x: number, confidence = 0.95, width = 40) => ({
    text,
    confidence,
    box: { x, y: 0, width, height: 20 },
  });
  const read = (...args: Parameters<typeof withArabic>) =>
    withArabic(...args)
      ?.map(({ text }) => text)
      .join(' ') ?? null;

  test('Arabic of the one, Latin and numbers of the other, in reading order', () => {
    const models = [
      word('Sales', 0),
      word('Manager', 50),
      word('|', 95),
      word('CuYg', 110, 0.5),
      word('3sla', 160, 0.6),
    ];
    const arabic = [word('المبيعات', 110), word('مدير', 160), word('٥٥', 0, 0.2), word('ا', 60)];
    expect(read(models, arabic)).toBe('مدير المبيعات Sales Manager');
  });

  test('a number keeps its groups in order after its label', () => {
    const models = [word('+971', 0), word('4', 50), word('555', 100), word(':Jlg', 150, 0.9)];
    expect(read(models, [word('هاتف:', 150)])).toBe('هاتف: +971 4 555');
  });

  test('a long Latin word that is surer than the Arabic one in its place stays', () => {
    expect(read([word('Farsi', 0, 0.95), word('Al', 50, 0.7)], [word('ايح', 0, 0.6)])).toBeNull();
    expect(read([word('Farsi', 0, 0.7)], [word('فارسي', 0, 0.9)])).toBe('فارسي');
  });

  test('Arabic is on a picture when a word of some length is sure', () => {
    expect(showsArabic([word('مدير', 0, 0.9)])).toBe(true);
    expect(showsArabic([word('وكا', 0, 0.9), word('المبيعات', 0, 0.6), word('Manager', 0)])).toBe(false);
  });

  test('without Arabic there is nothing to join', () => {
    expect(read([word('Sales', 0)], [word('VISITOR', 0), word('أ', 50), word('مدير', 90, 0.1)])).toBeNull();
  });
});
