import type { Sheet } from './booth-poster.ts';

/** Points of PDF in an inch, and pixels of a sheet in one. */
const SCALE = 72 / 300;

export interface PdfParts {
  sheet: Sheet;
  /**
   * The whole sheet as a JPEG of its size: a browser shapes Arabic and has Han, a PDF's own fonts
   * do neither.
   */
  picture: Uint8Array<ArrayBuffer>;
  title: string;
  /** BCP 47. */
  language: string;
}

/**
 * A document of one page: the sheet's picture, and over it the code once more as shapes, so that
 * its edges stay sharp at any size. Written by hand: it is five objects, and libraries that make
 * PDFs weigh more than the rest of the page.
 */
export function sheetPdf({ sheet, picture, title, language }: PdfParts): Blob {
  const drawing = encode(drawSheet(sheet));
  const objects: Array<Array<Uint8Array<ArrayBuffer>>> = [
    [
      encode(
        `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      ),
    ],
    [encode('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
    [
      encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(sheet.width)} ${points(sheet.height)}] ` +
          '/Resources << /XObject << /Sheet 5 0 R >> >> /Contents 4 0 R >>',
      ),
    ],
    [encode(`<< /Length ${drawing.length} >>\nstream\n`), drawing, encode('\nendstream')],
    [
      encode(
        `<< /Type /XObject /Subtype /Image /Width ${sheet.width} /Height ${sheet.height} /ColorSpace /DeviceRGB ` +
          `/BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      encode('\nendstream'),
    ],
    [encode(`<< /Title <${utf16(title)}> >>`)],
  ];
  const written = [encode('%PDF-1.7\n'), new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a])];
  const length = () => written.reduce((sum, part) => sum + part.length, 0);
  const offsets = objects.map((parts, i) => {
    const offset = length();
    written.push(encode(`${i + 1} 0 obj\n`), ...parts, encode('\nendobj\n'));
    return offset;
  });
  const start = length();
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  written.push(
    encode(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\n` +
        `startxref\n${start}\n%%EOF\n`,
    ),
  );
  return new Blob(written, { type: 'application/pdf' });
}

/** The page in PDF's operators: y grows upwards there. */
function drawSheet({ width, height, module, bars, colors }: Sheet): string {
  const shapes = bars
    .map((bar) => `${bar.x} ${height - bar.y - module} ${bar.width} ${module} re`)
    .join('\n');
  return [
    `q ${points(width)} 0 0 ${points(height)} 0 0 cm /Sheet Do Q`,
    `q ${SCALE} 0 0 ${SCALE} 0 0 cm ${rgb(colors.dark)} rg`,
    shapes,
    'f Q',
  ].join('\n');
}

function points(pixels: number): string {
  return (pixels * SCALE).toFixed(3);
}

/** @param color `#rrggbb` */
function rgb(color: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * Encodes a text beyond Latin for PDF: UTF-16, big-endian, with a byte order mark, in hexadecimal
 * digits.
 */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return [0xfeff, ...units].map((unit) => unit.toString(16).padStart(4, '0')).join('');
}
