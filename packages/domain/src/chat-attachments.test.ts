import { describe, expect, it } from 'vitest';
import {
  ATTACHMENT_MAX_BYTES,
  attachmentName,
  attachmentPath,
  checkAttachment,
  isPictureName,
  PICTURE_MAX_BYTES,
  THUMBNAIL_FROM_BYTES,
  thumbnailPath,
} from './chat-attachments.ts';

const bytes = (text: string) => Uint8Array.from([...text].map((character) => character.charCodeAt(0)));
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF');
const PROGRAM = bytes('MZ\x90\0\x03\0\0\0');
const ZIP = bytes('PK\x03\x04\x14\0');
const check = (name: string, head: Uint8Array, size = 1000) => checkAttachment({ name, size }, head);

describe('a file for a chat', () => {
  it.each([
    ['photo.jpg', JPEG, 'image/jpeg'],
    // Named by a system that knows better than its content.
    ['photo.png', JPEG, 'image/jpeg'],
    ['IMG_0001.HEIC', bytes('\0\0\0\x18ftypheic'), 'image/heic'],
    ['picture', bytes('GIF89a'), 'image/gif'],
  ])('%s is a picture', (name, head, mediaType) => {
    expect(check(name, head)).toEqual({ kind: 'picture', mediaType });
  });

  it.each([
    ['prices.PDF', bytes('%PDF-1.7'), 'application/pdf', 'pdf'],
    ['价目.xlsx', ZIP, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['offer.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword', 'doc'],
  ])('%s is a document', (name, head, mediaType, ending) => {
    expect(check(name, head)).toEqual({ kind: 'document', mediaType, ending });
  });

  it.each([
    ['photo.jpg', PROGRAM, 1000, 'content'],
    ['prices.pdf', PROGRAM, 1000, 'content'],
    ['prices.docx', bytes('<html>'), 1000, 'content'],
    ['prices.docm', ZIP, 1000, 'type'],
    ['setup.exe', PROGRAM, 1000, 'type'],
    ['drawing.svg', bytes('<svg>'), 1000, 'type'],
    ['page.html', bytes('<html>'), 1000, 'type'],
    ['constructor', bytes('x'), 1000, 'type'],
    ['photo.jpg', bytes(''), 0, 'empty'],
    ['prices.pdf', bytes('%PDF-1.7'), ATTACHMENT_MAX_BYTES + 1, 'too-large'],
    ['photo.jpg', JPEG, PICTURE_MAX_BYTES + 1, 'too-large'],
  ])('%s is not sent (%#)', (name, head, size, problem) => {
    expect(check(name, head, size)).toEqual({ kind: 'refused', problem });
  });
});

it('gets a name with the ending of what it is, and without marks that reverse it', () => {
  expect(attachmentName('photo.heic', 'jpg')).toBe('photo.jpg');
  expect(attachmentName('../../price\u202elist.exe.pdf', 'pdf')).toBe('price list.exe.pdf');
  expect(attachmentName('سعر القائمة.xlsx', 'xlsx')).toBe('سعر القائمة.xlsx');
  expect(attachmentName('.pdf', 'pdf')).toBe('file.pdf');
  expect(attachmentName('x'.repeat(500), 'pdf').length).toBeLessThanOrEqual(120);
});

it('lies in the folder of its chat under a name that says nothing of it', () => {
  expect(attachmentPath('s', 'id', 'jpg')).toBe('s/picture-id.jpg');
  expect(attachmentPath('s', 'id', 'pdf')).toBe('s/file-id.pdf');
  expect(isPictureName('s/picture-id.JPG')).toBe(true);
  expect(isPictureName('s/file-id.pdf')).toBe(false);
});

it('has a thumbnail beside it when it is a heavy picture', () => {
  expect(thumbnailPath('s/picture-id.jpg', THUMBNAIL_FROM_BYTES + 1)).toBe('s/thumbnail-id.jpg');
  expect(thumbnailPath('s/picture-id.jpg', THUMBNAIL_FROM_BYTES)).toBeNull();
  expect(thumbnailPath('s/picture-id.png', 1e6)).toBeNull();
  expect(thumbnailPath('s/file-id.pdf', 1e6)).toBeNull();
});
