import { KNOWLEDGE_BASE_LIMITS } from '@dragoman/domain/knowledge-base/knowledge-base';
import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';

const read = (...parts: BlobPart[]) => readFile(new Blob(parts), () => {}, new AbortController().signal);

test('text is read in the encodings that say which they are', async () => {
  expect(await read('灯具 مصابيح lamps')).toEqual({ ok: true, pages: ['灯具 مصابيح lamps'] });
  const units = Uint8Array.of(0xff, 0xfe, 0x6f, 0x70, 0x77, 0x51);
  expect(await read(units)).toEqual({ ok: true, pages: ['灯具'] });
});

test('what is no text, has none, is too large or too long is told apart', async () => {
  const problemOf = async (...parts: BlobPart[]) => {
    const reading = await read(...parts);
    return reading.ok ? null : reading.problem;
  };
  // 灯 in GBK, and a picture.
  expect(await problemOf(Uint8Array.of(0xb5, 0xc6))).toBe('not-text');
  expect(await problemOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('not-text');
  expect(await problemOf('lamps\0')).toBe('not-text');
  expect(await problemOf(' \n')).toBe('no-text');
  expect(await problemOf()).toBe('no-text');
  expect(await problemOf('x'.repeat(KNOWLEDGE_BASE_LIMITS.characters + 1))).toBe('too-long');
  expect(await problemOf(new Uint8Array(11_000_000))).toBe('too-large');
});

test('where no worker can be started a PDF is not read', async () => {
  expect(await read('%PDF-1.7\n')).toEqual({ ok: false, problem: 'unavailable' });
});
