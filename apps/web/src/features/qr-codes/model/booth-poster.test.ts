import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create } from 'qrcode';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import {
  type BoothPosterContent,
  boothPoster,
  codeSheet,
  PAPERS,
  type Paper,
  type Sheet,
} from './booth-poster.ts';
import { COLOR_PAIRS, colorFault, contrast } from './code-colors.ts';
import { sheetPdf } from './sheet-pdf.ts';
import { sheetSvg } from './sheet-svg.ts';

const LINK = 'https://fair.example/b/k3QdXz81Lm0PqRs7TuVw2YbN';

function matrix(level: 'Q' | 'H') {
  const { modules } = create(LINK, { errorCorrectionLevel: level });
  return { size: modules.size, dark: Array.from(modules.data, Boolean) };
}

const CONTENT: BoothPosterContent = {
  code: matrix('H'),
  colors: COLOR_PAIRS.wine,
  logo: true,
  brand: 'Fair & Co',
  headline: 'امسح الرمز للتحدث معنا',
  text: 'اكتب بلغتك، ونقرأ نحن بلغتنا. لا حاجة إلى تثبيت أي شيء.',
  direction: 'rtl',
  label: '户外照明 <2026>',
  name: 'Nora Whitfield',
  company: 'Harbour Lighting of the Very Long Name and Sons, Incorporated in Many Places Around the World',
};
const measure = (text: string, size: number) => [...text].length * size * 0.6;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
});

/** Pixels of a module: few, as a picture of a whole poster takes seconds to fill. */
const MODULE = 4;

/** The sheet's code in pixels; the logo is a square. */
function pixels({ ground, bars, module, colors, logo }: Sheet): ImageData {
  const scale = MODULE / module;
  const side = ground.side * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const fill = (x: number, y: number, width: number, height: number, color: string) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const [left, top] = [(x - ground.x) * scale, (y - ground.y) * scale];
    for (let row = top; row < top + height * scale; row++) {
      for (let column = left; column < left + width * scale; column++) {
        data.set(channels, (row * side + column) * 4);
      }
    }
  };
  fill(ground.x, ground.y, ground.side, ground.side, colors.light);
  for (const bar of bars) fill(bar.x, bar.y, bar.width, module, colors.dark);
  if (logo) fill(logo.x, logo.y, logo.side, logo.side, '#c03060');
  return { data, width: side, height: side, colorSpace: 'srgb' } as ImageData;
}

async function read(sheet: Sheet): Promise<string | undefined> {
  const codes = await readBarcodes(pixels(sheet), { formats: ['QRCode'], tryInvert: false });
  return codes.find(({ isValid }) => isValid)?.text;
}

test.each(Object.entries(COLOR_PAIRS))(
  'the colours %s have contrast, and a program reads them, with a logo too',
  async (_, pair) => {
    expect(colorFault(pair)).toBeNull();
    expect(await read(codeSheet(matrix('Q'), pair, false))).toBe(LINK);
    expect(await read(codeSheet(matrix('H'), pair, true))).toBe(LINK);
  },
);

test.each([
  ['#ffffff', '#000000', 'inverted'],
  ['#777777', '#999999', 'contrast'],
  ['#ffff00', '#ffffff', 'contrast'],
  ['#336699', '#336699', 'inverted'],
])('%s on %s is refused: %s', (dark, light, fault) => {
  expect(colorFault({ dark, light })).toBe(fault);
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(Object.keys(PAPERS) as Paper[])('a poster on %s', (paper) => {
  const sheet = boothPoster(CONTENT, paper, measure);

  test('has the paper’s size at 300 dots an inch, and all of its words on it', () => {
    expect(sheet.width).toBe(Math.round((PAPERS[paper].width / 25.4) * 300));
    expect(sheet.height).toBe(Math.round((PAPERS[paper].height / 25.4) * 300));
    const { ground, lines } = sheet;
    for (const { y, size } of lines) {
      expect(y - size).toBeGreaterThan(0);
      expect(y + size * 0.3).toBeLessThan(sheet.height);
      // Above the code or below it.
      expect(y < ground.y || y - size > ground.y + ground.side).toBe(true);
    }
    const texts = lines.map(({ text }) => text).join(' ');
    for (const text of ['Fair & Co', '户外照明 <2026>', 'Nora Whitfield']) expect(texts).toContain(text);
    expect(lines.find(({ text }) => text.startsWith('امسح'))?.direction).toBe('rtl');
  });

  test('has a code that is read, no module under 0.7 mm', async () => {
    expect((sheet.module / 300) * 25.4).toBeGreaterThan(0.7);
    expect(sheet.ground.side).toBeLessThan(sheet.width);
    expect(await read(sheet)).toBe(LINK);
  });
});

test('a drawing’s words cannot break out of it', () => {
  const svg = sheetSvg(
    boothPoster(CONTENT, 'a5', measure),
    '"Noto Sans", sans-serif',
    'data:image/webp;base64,AA==',
  );
  expect(svg).toContain('户外照明 &lt;2026&gt;');
  expect(svg).toContain('href="data:image/webp;base64,AA=="');
  expect(svg).toContain('direction="rtl"');
});

describe('a document', () => {
  const sheet = boothPoster(CONTENT, 'a4', measure);
  const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
  const written = async () => {
    const blob = sheetPdf({ sheet, picture, title: '户外照明', language: 'zh-Hans' });
    return Buffer.from(await blob.arrayBuffer()).toString('latin1');
  };

  test('is of the paper’s size, and its table finds every object', async () => {
    const pdf = await written();
    expect(pdf.startsWith('%PDF-1.7\n')).toBe(true);
    expect(pdf).toContain('/MediaBox [0 0 595.200 841.920]');
    const start = Number(pdf.match(/startxref\n(\d+)\n/)?.[1]);
    const table = pdf.slice(start).match(/^xref\n0 7\n((?:\d{10} \d{5} [nf] \n)+)/)?.[1] ?? '';
    const offsets = [...table.matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at));
    expect(offsets).toHaveLength(6);
    offsets.forEach((at, i) => {
      expect(pdf.slice(at)).toMatch(new RegExp(`^${i + 1} 0 obj\\n`));
    });
  });

  test('says how long its streams are, and its title in any script', async () => {
    const pdf = await written();
    for (const [, length, stream] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
      expect(stream).toHaveLength(Number(length));
    }
    expect(pdf).toContain(
      `/Title <feff${[...'户外照明'].map((c) => c.charCodeAt(0).toString(16)).join('')}>`,
    );
    expect(pdf).toContain('/Lang (zh-Hans)');
  });
});
