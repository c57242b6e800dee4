import type { Sheet } from '../model/booth-poster.ts';
import { canvas } from './code-files.ts';

/** Draws a sheet on a canvas of its size. @throws when the browser cannot */
export function drawSheet(sheet: Sheet, logo: ImageBitmap | null): HTMLCanvasElement {
  const { context, font } = canvas();
  const { ground, colors, module } = sheet;
  context.canvas.width = sheet.width;
  context.canvas.height = sheet.height;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.fillStyle = colors.light;
  context.fillRect(ground.x, ground.y, ground.side, ground.side);
  context.fillStyle = colors.dark;
  for (const bar of sheet.bars) context.fillRect(bar.x, bar.y, bar.width, module);
  if (sheet.logo && logo) {
    const { x, y, side } = sheet.logo;
    const scale = Math.min(side / logo.width, side / logo.height);
    const [width, height] = [logo.width * scale, logo.height * scale];
    context.imageSmoothingQuality = 'high';
    context.drawImage(logo, x + (side - width) / 2, y + (side - height) / 2, width, height);
  }
  context.fillStyle = '#000000';
  context.textAlign = 'center';
  for (const { text, y, size, weight, direction } of sheet.lines) {
    context.font = font(size, weight);
    context.direction = direction;
    context.fillText(text, sheet.width / 2, y);
  }
  return context.canvas;
}

/** @throws when the browser cannot write it */
export function encodeCanvas(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, 0.95);
  });
}
