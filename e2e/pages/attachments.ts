import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Person } from '../fixtures/people.ts';
import { said } from '../fixtures/texts.ts';
import type { PictureFile } from '../media/pictures.ts';

/** Chooses files from the menu of the paperclip. @returns the preview, open */
export async function attach(
  page: Page,
  source: 'gallery' | 'document',
  files: PictureFile[],
): Promise<Locator> {
  await page.getByRole('button', { name: said('chat.attach.add') }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: said(`chat.attach.${source}`) }).click();
  await (await chooser).setFiles(files);
  const preview = page.getByRole('dialog', { name: said('chat.attach.title') });
  await expect(preview).toBeVisible();
  return preview;
}

/** The button of the preview that sends its files. */
export function sendButton(preview: Locator): Locator {
  return preview.getByRole('button', { name: said('chat.attach.send') });
}

/** A file of a price list, as large as asked for. */
export function priceList(name: string, size = 2_000): PictureFile {
  const buffer = Buffer.alloc(size, 'x');
  buffer.write('%PDF-1.7\n');
  return { name, mimeType: 'application/pdf', buffer };
}

/** @returns the last message of a chat, with its file as this reader gets it */
export async function storedFile(reader: Person, chat: string) {
  const { data: messages } = await reader.client
    .from('messages')
    .select('type, content, file_name, file_size, picture_width, picture_height')
    .eq('session_id', chat)
    .order('created_at');
  const message = messages?.at(-1);
  const { data } = await reader.client.storage.from('chat-files').download(String(message?.content));
  return { message, bytes: Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)), type: data?.type };
}
