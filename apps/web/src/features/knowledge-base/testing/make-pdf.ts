/**
 * A line of a page: its text, or pieces of text with the places at which they begin, in points from
 * the left.
 */
export type PdfLine = string | ReadonlyArray<readonly [text: string, x: number]>;

interface PdfOptions {
  /** Marks the file as encrypted with an unknown password. */
  locked?: boolean;
}

/**
 * Writes a PDF for tests: each page a list of lines. Any character can be in it, since its font,
 * which is not embedded, says of each glyph which character it is, as programs for offices do. A
 * page of no lines has a picture, as a scan has.
 */
export function makePdf(
  pages: ReadonlyArray<readonly PdfLine[]>,
  { locked = false }: PdfOptions = {},
): Uint8Array<ArrayBuffer> {
  const glyphs = new Map<string, number>();
  const contents = pages.map((lines) =>
    lines.length === 0 ? 'q 500 0 0 700 50 50 cm /Scan Do Q' : drawn(lines, glyphs),
  );
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${7 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Sample /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /CIDToGIDMap /Identity /FontDescriptor << /Type /FontDescriptor /FontName /Sample /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>',
    stream('', toUnicode(glyphs)),
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'x',
    ),
    ...contents.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${8 + 2 * i} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /Scan 6 0 R >> >> >>`,
      stream('', content),
    ]),
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const hash = '00'.repeat(32);
  const lock = locked
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${hash}> /U <${hash}> >> /ID [<00> <00>]`
    : '';
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

function drawn(lines: readonly PdfLine[], glyphs: Map<string, number>): string {
  return lines
    .flatMap((line, row) =>
      (typeof line === 'string' ? ([[line, 50]] as const) : line).map(
        ([text, x]) =>
          `BT /F 12 Tf ${x} ${780 - 14 * row} Td <${[...text].map((sign) => glyphOf(sign, glyphs)).join('')}> Tj ET`,
      ),
    )
    .join('\n');
}

function glyphOf(sign: string, glyphs: Map<string, number>): string {
  const glyph = glyphs.get(sign) ?? glyphs.size + 1;
  glyphs.set(sign, glyph);
  return glyph.toString(16).padStart(4, '0');
}

function toUnicode(glyphs: ReadonlyMap<string, number>): string {
  const units = (sign: string) =>
    sign
      .split('')
      .map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
      .join('');
  const signs = [...glyphs].map(
    ([sign, glyph]) => `<${glyph.toString(16).padStart(4, '0')}> <${units(sign)}>`,
  );
  const blocks = [];
  for (let i = 0; i < signs.length; i += 100) {
    const block = signs.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Sample def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap end end',
  ].join('\n');
}

function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
