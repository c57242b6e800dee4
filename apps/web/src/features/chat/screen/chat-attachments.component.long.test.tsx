import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ar from '@/shared/i18n/ar.json';
import en from '@/shared/i18n/en.json';
import { answer, json } from '@/shared/testing/answers.ts';
import { DESKTOP, lookFindings } from '@/shared/testing/looks.ts';
import { bubbles, composer, showChat } from './show-chat.tsx';

// Pictures and files of a chat before they are sent, and the viewer of pictures (specification 3.4).

const preview = page.getByRole('dialog');
const items = preview.getByRole('listitem');
const sendFiles = preview.getByRole('button', { name: en.chat.attach.send });

async function picture(width = 200, height = 100): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.fillStyle = '#406080';
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'photo.jpg', { type: 'image/jpeg' });
}

function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

/** As the browser's dialog does it, which takes no wrong kinds of files. */
function choose(files: readonly File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[data-attach=gallery]');
  if (!input) throw new Error('No field for pictures');
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the preview', () => {
  // One language shows that the words follow it: that all have them is checked by i18n's own tests.
  test('refuses what is no picture or document, in the words of its reader', async () => {
    const problems = ar.chat.attach.problem;
    const program = 'MZ\x90\0\x03\0\0\0\x04\0\0\0';
    const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const large = new Uint8Array(10_485_761);
    large.set(bytesOf('%PDF-1.7'));
    const heic = bytesOf('\0\0\0\x18ftypheic\0\0\0\0heicmif1');
    const files: Array<[name: string, type: string, content: Uint8Array<ArrayBuffer>, words: string]> = [
      ['photo.jpg', 'image/jpeg', bytesOf(program), problems.content],
      ['setup.exe', 'application/x-msdownload', bytesOf(program), problems.type],
      ['page.svg', 'image/svg+xml', bytesOf('<svg/>'), problems.type],
      ['none.pdf', 'application/pdf', new Uint8Array(), problems.empty],
      ['large.pdf', 'application/pdf', large, problems.tooLarge.replace('{{max}}', '10')],
      ['cut.jpg', 'image/jpeg', bytesOf('\xff\xd8\xff\xe0\0\x10JFIF'), problems.unreadable],
      // The browser cannot free it of its place; its name may say something else.
      ['IMG_1.HEIC', 'image/jpeg', heic, problems.heic],
      ['IMG_2.jpg', 'image/jpeg', heic, problems.heic],
    ];
    await showChat({ me: { role: 'visitor', language: 'ar' } });
    choose(files.map(([name, type, content]) => new File([content], name, { type })));
    for (const [index, [name, , , words]] of files.entries()) {
      const item = items.nth(index);
      await expect.element(item).toHaveTextContent(name);
      await expect.element(item.getByRole('alert')).toHaveTextContent(words);
    }
    await expect.element(preview.getByRole('button', { name: ar.chat.attach.send })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(preview).not.toBeInTheDocument();
    expect(bubbles.elements()).toEqual([]);
  });

  test.each(['paste', 'drop'] as const)('takes files by %s, and lets go of each', async (way) => {
    await page.viewport(DESKTOP.width, DESKTOP.height);
    await showChat();
    const data = transferOf([await picture()]);
    const options = { bubbles: true, cancelable: true };
    const event =
      way === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: data })
        : new DragEvent('drop', { ...options, dataTransfer: data });
    composer.element().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await expect.element(items).toHaveTextContent('photo.jpg');
    await expect.element(sendFiles).toBeEnabled();
    await preview.getByRole('button', { name: /^Remove/ }).click();
    await expect.element(preview).not.toBeInTheDocument();
  });

  test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
    await showChat({ me: { language } });
    choose([await picture(), new File([''], 'prices.pdf')]);
    await expect.element(items.nth(1).getByRole('alert')).toBeVisible();
    await expect.element(preview.getByRole('textbox')).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });
});

describe('a picture', () => {
  const open = bubbles.getByRole('button', { name: en.chat.attach.open.replace('{{name}}', 'old.jpg') });
  const viewer = page.getByRole('dialog', { name: 'old.jpg' });

  /** A chat with a picture that the other person has sent. */
  async function showPicture(thumbnail: () => Response): Promise<void> {
    const whole = await picture(800, 600);
    const chatId = crypto.randomUUID();
    const name = `${crypto.randomUUID()}.jpg`;
    const folder = `GET /storage/v1/object/chat-files/${chatId}`;
    answer(`${folder}/thumbnail-${name}`, thumbnail);
    answer(
      `${folder}/picture-${name}`,
      () => new Response(whole, { headers: { 'content-type': whole.type } }),
    );
    const content = `${chatId}/picture-${name}`;
    await showChat({
      chatId,
      said: [{ type: 'file', content, file_name: 'old.jpg', file_size: 900_000 }],
    });
    await expect.element(open.getByRole('presentation')).toBeVisible();
  }
  const missing = () => json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 400);

  test('without a thumbnail, as in old messages, is shown whole', async () => {
    await showPicture(missing);
    const image = document.querySelector<HTMLImageElement>('[data-bubble] img[src^="blob:"]');
    await expect.poll(() => image?.naturalWidth).toBe(800);
  });

  test('opens whole over the chat, is zoomed, and gives the focus back', async () => {
    const small = await picture(80, 60);
    await showPicture(() => new Response(small));
    await open.click();
    const image = viewer.getByRole('img', { name: 'old.jpg' });
    await expect.element(viewer.getByRole('button', { name: en.chat.attach.readText })).toBeVisible();
    await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(800);
    const width = () => image.element().getBoundingClientRect().width;
    const before = width();
    await viewer.getByRole('button', { name: en.chat.attach.zoomIn }).click();
    await expect.poll(width).toBeGreaterThan(before * 1.2);
    await userEvent.keyboard('{Escape}');
    await expect.element(viewer).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
  });
});
