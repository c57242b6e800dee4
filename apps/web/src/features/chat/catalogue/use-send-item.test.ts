import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { draftOfItem } from './use-send-item.ts';

const BOOTH = '5d3a4c58-9f1c-4d52-8f0a-0d1b6f3f8a10';
const CHAT = '0e8f5c1e-6a57-4d0e-9f54-3b1a2c4d5e6f';
const FILE = '7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';

const LAMP: CatalogueItem = {
  id: FILE,
  owner_id: BOOTH,
  kind: 'product',
  language: 'zh',
  name: '台灯',
  description: '黄铜',
  price: 'USD 12.50',
  minimum_quantity: null,
  file_path: `${BOOTH}/picture-${FILE}.jpg`,
  file_name: 'IMG_0412.jpg',
  file_size: 90_000,
  picture_width: 1200,
  picture_height: 800,
  created_at: '2026-11-26T08:00:00Z',
  updated_at: '2026-11-26T08:00:00Z',
};

describe('the message of an item', () => {
  it('copies its file into the chat, in the language of the item', () => {
    expect(draftOfItem(LAMP, CHAT)).toEqual({
      sessionId: CHAT,
      content: `${CHAT}/picture-${FILE}.jpg`,
      copied: {
        from: LAMP.file_path,
        name: '台灯.jpg',
        bytes: 90_000,
        size: { width: 1200, height: 800 },
        caption: '台灯\n黄铜',
      },
      product: { price: 'USD 12.50' },
      sourceLanguage: 'zh',
    });
  });

  it('is a text for a product without a picture', () => {
    const bare = { file_path: null, file_name: null, file_size: null };
    expect(draftOfItem({ ...LAMP, ...bare, price: null }, CHAT)).toEqual({
      sessionId: CHAT,
      content: '台灯\n黄铜',
      product: {},
      sourceLanguage: 'zh',
    });
  });

  it('is a file with a caption for a brochure', () => {
    const brochure = {
      kind: 'brochure',
      file_path: `${BOOTH}/file-${FILE}.pdf`,
      file_name: 'NL-27.pdf',
    } as const;
    const draft = draftOfItem({ ...LAMP, ...brochure, picture_width: null, picture_height: null }, CHAT);
    expect(draft).toMatchObject({ content: `${CHAT}/file-${FILE}.pdf`, copied: { name: 'NL-27.pdf' } });
    expect(draft).not.toHaveProperty('product');
  });
});
