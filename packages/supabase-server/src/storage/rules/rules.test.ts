import { describe, expect, it } from 'vitest';
import { isBucketName } from './bucket-name.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { parseFileSize } from './file-size.ts';
import { isAllowedMimeType, isMimePattern, isMimeType } from './mime-type.ts';
import { isObjectKey } from './object-key.ts';
import { isNotModified, isRangeCurrent } from './preconditions.ts';

describe('names', () => {
  it('of objects are unambiguous paths in any script', () => {
    for (const key of [
      'a',
      'a/b.txt',
      '目录/产品.pdf',
      'كتالوج.pdf',
      'a b',
      '...',
      '.hidden',
      'x'.repeat(1024),
    ]) {
      expect(isObjectKey(key), key).toBe(true);
    }
    for (const key of [
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      'a/../b',
      './a',
      'a\\b',
      'a\0',
      'a\n',
      '\ud800',
    ]) {
      expect(isObjectKey(key), JSON.stringify(key)).toBe(false);
    }
    expect(isObjectKey('字'.repeat(342))).toBe(false);
  });

  it('of buckets are one segment of plain signs', () => {
    expect(['chat-files', 'a.b', 'My bucket', '$(a)'].every(isBucketName)).toBe(true);
    expect(['', '.', '..', 'a/b', 'a\\b', ' a', 'a ', '桶', 'a\n'].some(isBucketName)).toBe(false);
  });
});

describe('types', () => {
  it('are matched without their parameters and case', () => {
    const allowed = ['image/*', 'application/pdf'];
    expect(isAllowedMimeType('IMAGE/PNG', allowed)).toBe(true);
    expect(isAllowedMimeType('application/pdf; charset=x', allowed)).toBe(true);
    expect(isAllowedMimeType('image', allowed)).toBe(false);
    expect(isAllowedMimeType('text/html; image/png', allowed)).toBe(false);
    expect(isAllowedMimeType('text/html', null)).toBe(true);
    expect(isAllowedMimeType('text/html', [])).toBe(true);
    expect(isAllowedMimeType('text/html', ['*/*'])).toBe(true);
  });

  it('are told from other text', () => {
    expect(['text/plain;charset=UTF-8', 'audio/webm;codecs=opus', 'image/svg+xml'].every(isMimeType)).toBe(
      true,
    );
    expect(['text', 'text/', 'a/b/c', 'text/plain\r\nx: y', 'téxt/plain'].some(isMimeType)).toBe(false);
    expect(['image/*', '*/*', '*', 'image/png'].every(isMimePattern)).toBe(true);
    expect(['image', '*/png', 'image/p*', ''].some(isMimePattern)).toBe(false);
  });
});

describe('sizes', () => {
  it.each([
    [0, 0],
    [1024, 1024],
    ['512', 512],
    ['1KB', 1000],
    ['20 mb', 20_000_000],
    ['1GB', 1_000_000_000],
    ['1.5MB', 1_500_000],
    [-1, null],
    [1.5, null],
    ['1.MB', null],
    ['MB', null],
    ['999999999999999TB', null],
  ])('%s is %s', (value, bytes) => expect(parseFileSize(value)).toBe(bytes));
});

describe('ranges', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes = 2 - 3', { start: 2, end: 3 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=3-2', null],
    ['bytes=a-b', null],
    ['bytes=0-1,3-4', null],
  ])('%s of ten bytes is %j', (header, range) => expect(parseRange(header, 10)).toEqual(range));

  it('of an empty file cannot be satisfied', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });
});

describe('preconditions', () => {
  const file = { etag: '"a"', lastModified: new Date('2026-01-02T03:04:05.678Z') };
  it('compare tags first, then whole seconds', () => {
    expect(isNotModified({}, file)).toBe(false);
    expect(isNotModified({ ifNoneMatch: '*' }, file)).toBe(true);
    expect(isNotModified({ ifNoneMatch: 'W/"b", W/"a"' }, file)).toBe(true);
    expect(isNotModified({ ifModifiedSince: 'Fri, 02 Jan 2026 03:04:05 GMT' }, file)).toBe(true);
    expect(isNotModified({ ifModifiedSince: 'Fri, 02 Jan 2026 03:04:04 GMT' }, file)).toBe(false);
    expect(isNotModified({ ifModifiedSince: 'nonsense' }, file)).toBe(false);
  });

  it('allow a range of the file as it is', () => {
    expect(isRangeCurrent(undefined, file)).toBe(true);
    expect(isRangeCurrent('"a"', file)).toBe(true);
    expect(isRangeCurrent('W/"a"', file)).toBe(false);
    expect(isRangeCurrent('Fri, 02 Jan 2026 03:04:05 GMT', file)).toBe(true);
    expect(isRangeCurrent('Fri, 02 Jan 2026 03:04:06 GMT', file)).toBe(false);
  });
});

describe('content disposition', () => {
  it('keeps whatever name in one quoted value', () => {
    expect(contentDisposition(undefined)).toBeNull();
    expect(contentDisposition('')).toBe('attachment;');
    expect(contentDisposition("it's (1)*.txt")).toBe(
      "attachment; filename=it%27s%20%281%29%2A.txt; filename*=UTF-8''it%27s%20%281%29%2A.txt;",
    );
    expect(contentDisposition('a"\r\nb')).not.toMatch(/["\r\n]/);
  });
});
