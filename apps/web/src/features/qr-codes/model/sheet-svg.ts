import type { Sheet } from './booth-poster.ts';
import { escapeXml } from './poster-svg.ts';

/**
 * @param logo a `data:` URL, so that the document needs no other file
 * @returns a sheet as an SVG document, sharp at any size
 */
export function sheetSvg(sheet: Sheet, fontFamily: string, logo: string | null): string {
  const { width, height, module, colors, ground } = sheet;
  const path = sheet.bars.map((bar) => `M${bar.x} ${bar.y}h${bar.width}v${module}h-${bar.width}z`).join('');
  const texts = sheet.lines.map(
    ({ text, y, size, weight, direction }) =>
      `<text x="${width / 2}" y="${y}" font-size="${size}" font-weight="${weight}" direction="${direction}">${escapeXml(text)}</text>`,
  );
  const box = sheet.logo;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect x="${ground.x}" y="${ground.y}" width="${ground.side}" height="${ground.side}" fill="${colors.light}"/>`,
    `<path shape-rendering="crispEdges" fill="${colors.dark}" d="${path}"/>`,
    ...(box && logo
      ? [
          `<image x="${box.x}" y="${box.y}" width="${box.side}" height="${box.side}" href="${escapeXml(logo)}"/>`,
        ]
      : []),
    `<g text-anchor="middle" font-family="${escapeXml(fontFamily)}">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
