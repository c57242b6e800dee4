import { expect, it } from 'vitest';
import type { TextLine } from './recognized-document.ts';
import { recognizedText } from './recognized-text.ts';

const line = (text: string, y: number, confidence = 0.9): TextLine => ({
  text,
  confidence,
  box: { x: 0, y, width: 200, height: 20 },
  words: [],
});
const read = (...lines: TextLine[]) => recognizedText({ width: 200, height: 400, lines, codes: [] });

it('parts lines, and paragraphs by an empty line', () => {
  expect(read(line('Model NX-40', 0), line(' 额 定 功率 40 W ', 24), line('صنع في الصين', 90))).toBe(
    'Model NX-40\n额定功率 40 W\n\nصنع في الصين',
  );
});

it('leaves out what is hardly text', () => {
  expect(read(line('Iil|l', 0, 0.3), line('— · —', 24), line('IP65', 48))).toBe('IP65');
  expect(read()).toBe('');
});
