import { commands, type Locator } from 'vitest/browser';
import { readDataUrl } from '../browser/pictures.ts';

/** Presses a button that asks for a file and gives it one. */
export async function chooseFile(button: Locator, file: File): Promise<void> {
  const url = await readDataUrl(file);
  const base64 = url.slice(url.indexOf(',') + 1);
  await commands.chooseFile(button.selector, { name: file.name, mimeType: file.type, base64 });
}

/** Like {@link chooseFile}, for a file that would take seconds on its way through the browser. */
export function giveLargeFile(button: Locator, size: number): void {
  const input = button.element().parentElement?.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No field for a file beside the button');
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(size)], 'large.jpg', { type: 'image/jpeg' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A picture of a white card. */
export async function blankCard(): Promise<File> {
  const canvas = new OffscreenCanvas(800, 500);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new File([await canvas.convertToBlob()], 'card.png', { type: 'image/png' });
}

/** A text file with the name and type of a picture. */
export function brokenPicture(): File {
  return new File(['no picture at all'], 'broken.jpg', { type: 'image/jpeg' });
}
