import { codeBars, type Poster } from './poster.ts';

/** @returns a poster as an SVG document of its own, sharp at any size. */
export function posterSvg(poster: Poster, fontFamily: string): string {
  const { width, height, module } = poster;
  const path = codeBars(poster)
    .map((bar) => `M${bar.x} ${bar.y}h${bar.width}v${module}h-${bar.width}z`)
    .join('');
  const texts = poster.lines.map(
    ({ text, y, size, weight, direction }) =>
      `<text x="${width / 2}" y="${y}" font-size="${size}" font-weight="${weight}" direction="${direction}">${escapeXml(text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path shape-rendering="crispEdges" d="${path}"/>`,
    `<g text-anchor="middle" font-family="${escapeXml(fontFamily)}">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeXml(text: string): string {
  // XML knows no control characters, not even escaped.
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
