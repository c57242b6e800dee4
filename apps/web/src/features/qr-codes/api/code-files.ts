import { create } from 'qrcode';
import { type CodeMatrix, codeBars, type Poster, type PosterContent, posterLayout } from '../model/poster.ts';
import { posterSvg } from '../model/poster-svg.ts';

export type CodeTexts = Omit<PosterContent, 'code'>;

/**
 * A code as a picture to print: at least 1,600 pixels wide, with its quiet zone and its texts.
 * @throws when the browser cannot make pictures
 */
export async function codePng(link: string, texts: CodeTexts): Promise<Blob> {
  const { context, font } = canvas();
  const poster = layOut(link, texts);
  context.canvas.width = poster.width;
  context.canvas.height = poster.height;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, poster.width, poster.height);
  context.fillStyle = '#000000';
  for (const bar of codeBars(poster)) context.fillRect(bar.x, bar.y, bar.width, poster.module);
  context.textAlign = 'center';
  for (const { text, y, size, weight, direction } of poster.lines) {
    context.font = font(size, weight);
    context.direction = direction;
    context.fillText(text, poster.width / 2, y);
  }
  return new Promise((resolve, reject) => {
    context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png');
  });
}

/** A code as a drawing to print at any size. */
export function codeSvg(link: string, texts: CodeTexts): Blob {
  return new Blob([posterSvg(layOut(link, texts), fontFamily())], { type: 'image/svg+xml' });
}

function layOut(link: string, texts: CodeTexts): Poster {
  const { context, font } = canvas();
  return posterLayout({ code: matrix(link), ...texts }, (text, size, weight) => {
    context.font = font(size, weight);
    return context.measureText(text).width;
  });
}

/**
 * @param level Q: a quarter of a printed code may be scratched, bent or covered; H: nearly a third,
 * for what has a logo on it
 */
export function matrix(link: string, level: 'Q' | 'H' = 'Q'): CodeMatrix {
  const { modules } = create(link, { errorCorrectionLevel: level });
  return { size: modules.size, dark: Array.from(modules.data, Boolean) };
}

export function canvas() {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  const family = fontFamily();
  return { context, font: (size: number, weight: number) => `${weight} ${size}px ${family}` };
}

/** The faces of the page: they cover all three scripts. */
export function fontFamily(): string {
  return getComputedStyle(document.documentElement).fontFamily;
}
