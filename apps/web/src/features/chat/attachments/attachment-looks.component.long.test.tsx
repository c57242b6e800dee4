import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { AttachmentPreview } from './attachment-preview.tsx';
import { PictureViewer } from './picture-viewer.tsx';

test('the preview shows a picture, a document and why a file is refused', async () => {
  const onSend = vi.fn();
  const files = [
    new File([await blankCard()], 'IMG_0412.png', { type: 'image/png' }),
    new File([`%PDF-1.7\n${'x'.repeat(2_000)}`], 'prices.pdf', { type: 'application/pdf' }),
    new File(['MZ'], 'photo.png', { type: 'image/png' }),
  ];
  await renderInApp(<AttachmentPreview files={files} onSend={onSend} onClose={() => {}} />);
  const preview = page.getByRole('dialog');
  await preview.getByRole('textbox').fill('Hello! Which lamps may be hung outdoors?');
  await expect.element(preview.getByRole('alert')).toBeVisible();
  const send = preview.getByRole('button', { name: 'Send' });
  await expect.element(send).toBeEnabled();
  expect(await lookFindings()).toEqual([]);

  await send.click();
  const [sent = [], caption] = onSend.mock.lastCall ?? [];
  expect(sent.map(({ attachment }: { attachment: { name: string } }) => attachment.name)).toEqual([
    'IMG_0412.jpg',
    'prices.pdf',
  ]);
  expect(caption).toBe('Hello! Which lamps may be hung outdoors?');
});

test('the viewer shows a picture over the whole screen', async () => {
  const me = person();
  const picture = await blankCard();
  const message = {
    id: '9a1b1d8e-7f0e-4a53-8a1f-0e2b4c6d8f01',
    session_id: '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10',
    sender_id: me.id,
    content: 'picture.png',
    type: 'image',
    attachment: picture,
  } as unknown as ChatMessage;
  const viewed = { message, path: 'picture.png', name: 'IMG_0412.png', preview: picture };
  await renderInApp(<PictureViewer me={me} picture={viewed} open onOpenChange={() => {}} />);
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'IMG_0412.png' })).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
