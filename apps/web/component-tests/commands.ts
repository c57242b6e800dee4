import type {} from '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';

// What a component test cannot do from inside its page.

export interface ChosenFile {
  name: string;
  mimeType: string;
  base64: string;
}

export interface Download {
  name: string;
  /** The file's bytes. */
  base64: string;
}

type Media = { colorScheme?: 'light' | 'dark'; media?: 'print' | 'screen' };

/** The system's theme, and the kind of medium. */
const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media);

/** The browser's size of letters, which media queries follow too; px. */
const setLetterSize: BrowserCommand<[number]> = async ({ context, page }, standard) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
  await devTools.detach();
};

/** Presses what starts a download. @returns the file as the browser would save it */
const download: BrowserCommand<[selector: string]> = async (
  { page, iframe },
  selector,
): Promise<Download> => {
  const [file] = await Promise.all([page.waitForEvent('download'), iframe.locator(selector).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { name: file.suggestedFilename(), base64: Buffer.concat(chunks).toString('base64') };
};

/** Presses a button that asks for a file, and gives it one. */
const chooseFile: BrowserCommand<[selector: string, ChosenFile]> = async (
  { page, iframe },
  selector,
  file,
) => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), iframe.locator(selector).click()]);
  const { name, mimeType, base64 } = file;
  await chooser.setFiles({ name, mimeType, buffer: Buffer.from(base64, 'base64') });
};

export const commands = { emulateMedia, setLetterSize, download, chooseFile };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia(media: Media): Promise<void>;
    setLetterSize(px: number): Promise<void>;
    download(selector: string): Promise<Download>;
    chooseFile(selector: string, file: ChosenFile): Promise<void>;
  }
}
