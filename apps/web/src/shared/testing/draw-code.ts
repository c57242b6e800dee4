import { create } from 'qrcode';

interface CodePicture {
  width: number;
  height: number;
  /** Side of the code, quiet zone included, px; a third of the picture unless told. */
  side?: number;
  /** The code's rotation on the table, in degrees. */
  turned?: number;
  /** Light modules on dark ground. */
  inverted?: boolean;
}

/** Modules of the white margin that scanners need. */
const QUIET = 4;

/** Draws a QR code on a desk: a small part of the picture, as from a phone held at arm's length. */
export function drawCode(
  context: CanvasRenderingContext2D,
  text: string,
  { width, height, side = Math.min(width, height) / 3, turned = 0, inverted = false }: CodePicture,
): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const all = modules.size + 2 * QUIET;
  context.save();
  context.fillStyle = '#8a7f70';
  context.fillRect(0, 0, width, height);
  context.translate(width * 0.55, height * 0.55);
  context.rotate((turned * Math.PI) / 180);
  context.scale(side / all, side / all);
  context.translate(-all / 2, -all / 2);
  context.fillStyle = inverted ? '#000000' : '#ffffff';
  context.fillRect(0, 0, all, all);
  context.fillStyle = inverted ? '#ffffff' : '#000000';
  for (const [index, dark] of modules.data.entries()) {
    // Slightly larger than a module: no lines between them.
    if (dark) {
      const [x, y] = [index % modules.size, Math.floor(index / modules.size)];
      context.fillRect(QUIET + x, QUIET + y, 1.02, 1.02);
    }
  }
  context.restore();
}

/** @returns a JPEG photo of a QR code */
export async function photoOfCode(text: string, picture: CodePicture): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: picture.width, height: picture.height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  drawCode(context, text, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!blob) throw new Error('The canvas gave no picture');
  return new File([blob], 'desk.jpg', { type: 'image/jpeg' });
}
