import { expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

it.each([
  [0, 'en', '1 kB'],
  [411_600, 'en', '412 kB'],
  [999_600, 'en', '1 MB'],
  [3_440_000, 'en', '3.4 MB'],
])('%d bytes in %s: %s', (bytes, language, text) => {
  expect(formatFileSize(bytes, language)).toBe(text);
});

it('has Western digits in Arabic', () => {
  expect(formatFileSize(3_440_000, 'ar')).toContain('3.4');
});
