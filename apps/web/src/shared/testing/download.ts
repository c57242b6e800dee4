import { commands, type Locator } from 'vitest/browser';

/** Presses what starts a download. @returns the name and content that the browser saves */
export async function download(button: Locator): Promise<{ name: string; content: Blob }> {
  const { name, base64 } = await commands.download(button.selector);
  return { name, content: await (await fetch(`data:;base64,${base64}`)).blob() };
}
