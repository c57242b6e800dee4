import { afterEach, expect, it, vi } from 'vitest';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { type ChosenFile, type ItemToSave, saveItem } from './change-items.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The first call loads code. */
const PATIENT = { timeout: 10_000 };

const TO_SAVE = {
  item: null,
  id: 'lamp',
  kind: 'product',
  texts: { language: 'en', name: 'Lamp' },
  file: null,
} as unknown as ItemToSave;

const PICTURE = {
  path: 'vera/picture-1.jpg',
  name: 'lamp.jpg',
  content: new Blob([new Uint8Array(900_000)], { type: 'image/jpeg' }),
  size: { width: 100, height: 100 },
} as unknown as ChosenFile;

/** A server whose catalogue has these items, and refuses inserts with a code; files never arrive. */
function startBackend(stored: readonly string[], refusal: string | null) {
  const updated: string[] = [];
  const files = {
    upload: vi.fn(() => new Promise(() => {})),
    remove: vi.fn(() => new Promise(() => {})),
  };
  const table = {
    insert: async () => ({ error: refusal && { code: refusal } }),
    update: () => ({
      eq: (_column: string, id: string) => ({
        select: () => ({
          maybeSingle: () => ({
            async throwOnError() {
              if (!stored.includes(id)) return { data: null };
              updated.push(id);
              return { data: { id } };
            },
          }),
        }),
      }),
    }),
  };
  const supabase = {
    from: () => table,
    storage: async () => ({ from: () => files }),
    uploads: async () => ({ upload: async () => ({ error: null }) }),
  } as unknown as Supabase;
  const save = (changes: Partial<ItemToSave> = {}) =>
    saveItem(supabase, 'vera', { ...TO_SAVE, ...changes }, () => {});
  return { files, updated, save };
}

it.each([
  ['of the same id', '23505'],
  ['in a catalogue that is full since', 'PT409'],
])('counts an item as saved that an earlier attempt stored: one %s', async (_case, refusal) => {
  const { save, updated } = startBackend(['lamp'], refusal);
  await save();
  expect(updated).toEqual(['lamp']);
});

it('refuses a new item of a full catalogue', async () => {
  const { save, updated } = startBackend(['chair'], 'PT409');
  await expect(save()).rejects.toMatchObject({ code: 'PT409' });
  expect(updated).toEqual([]);
});

it('does not wait for the removal of the old file', async () => {
  const { save, files } = startBackend(['lamp'], null);
  const item = { id: 'lamp', file_path: 'vera/old.jpg', file_size: 1_000 } as CatalogueItem;
  await save({ item });
  await vi.waitFor(() => expect(files.remove).toHaveBeenCalledExactlyOnceWith(['vera/old.jpg']), PATIENT);
});

it('saves an item whose thumbnail does not arrive', async () => {
  stubPictures();
  const { save, files } = startBackend([], null);
  vi.useFakeTimers();
  const saved = save({ file: PICTURE });
  await vi.waitFor(() => expect(files.upload).toHaveBeenCalledOnce(), PATIENT);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(saved).resolves.toBeUndefined();
});

/** The parts of a browser that draw pictures; each JPEG has one byte. */
function stubPictures(): void {
  class FakeImage {
    naturalWidth = 100;
    naturalHeight = 100;
    onload = () => {};
    set src(_url: string) {
      this.onload();
    }
  }
  vi.stubGlobal('Image', FakeImage);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 100, close() {} }));
  const canvas = {
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(['1'], { type })),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
}
