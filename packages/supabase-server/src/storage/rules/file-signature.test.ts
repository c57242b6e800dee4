import { describe, expect, it } from 'vitest';
import { isOfType } from './file-signature.ts';

const bytes = (...parts: Array<string | number>) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  );

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 'JFIF\0');
const WEBP = bytes('RIFF', 0x10, 0, 0, 0, 'WEBPVP8 ');
const WEBM = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex');
const MP4 = bytes(0, 0, 0, 0x18, 'ftypisom', 0, 0, 2, 0, 'isomiso2');
const M4A = bytes(0, 0, 0, 0x18, 'ftypM4A ', 0, 0, 2, 0, 'isomiso2');
const OGG = bytes('OggS', 0, 2, ...Array<number>(20).fill(0), 1, 0x13, 'OpusHead', 1, 1);
const WAV = bytes('RIFF', 0x24, 0, 0, 0, 'WAVEfmt ');
const MP3 = bytes('ID3', 3, 0, 0, 0, 0, 0x7f, 0x7f, ...Array<number>(40).fill(0));
const PDF = bytes('%PDF-1.7\n');
const ZIP = bytes('PK', 3, 4, 20, 0, ...Array<number>(40).fill(0));
/** An archive whose first entry is that of a program for Java. */
const JAR = bytes('PK', 3, 4, 20, ...Array<number>(21).fill(0), 20, 0, 0, 0, 'META-INF/MANIFEST.MF');
const HTML = bytes('<!doctype html><script>alert(1)</script>');

describe('the first bytes of a file', () => {
  it.each([
    ['image/png', PNG],
    ['IMAGE/PNG', PNG],
    ['image/jpeg', JPEG],
    ['image/jpg', JPEG],
    ['image/webp', WEBP],
    ['audio/webm;codecs=opus', WEBM],
    ['video/webm', WEBM],
    ['audio/mp4', MP4],
    ['video/mp4', M4A],
    ['audio/ogg; codecs=opus', OGG],
    ['audio/x-wav', WAV],
    ['audio/mpeg', MP3],
    ['application/pdf', PDF],
    ['application/zip', ZIP],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', ZIP],
    ['text/plain', Buffer.from('目录 price list')],
    ['text/plain', Buffer.from('目录').subarray(0, 4)],
    ['text/vcard', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\n')],
    ['application/json', Buffer.from('{"a": 1}')],
    ['image/svg+xml', Buffer.from('\ufeff<?xml version="1.0"?><svg/>')],
    // A type without a known signature.
    ['application/x-booth', Buffer.from([0, 1, 2])],
    ['application/octet-stream', PNG],
  ] as Array<[string, Buffer]>)('agree with %s', async (type, head) => {
    expect(await isOfType(head, type)).toBe(true);
  });

  it.each([
    ['image/png', HTML],
    ['image/png', JPEG],
    ['image/jpeg', PNG],
    ['image/webp', WAV],
    ['image/unheard-of', HTML],
    ['image/unheard-of', WEBM],
    ['audio/webm', Buffer.from('voice')],
    ['audio/webm', Buffer.alloc(0)],
    ['audio/ogg', WEBM],
    ['audio/mpeg', bytes('MZ', 0x90, 0)],
    ['application/pdf', HTML],
    ['application/pdf', bytes('MZ', 0x90, 0)],
    ['application/zip', PDF],
    ['application/msword', HTML],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', JAR],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', bytes('MZ', 0x90, 0)],
    ['text/plain', PNG],
    ['text/plain', bytes('a', 0, 'b')],
    ['text/vcard', HTML],
    ['image/svg+xml', PNG],
  ] as Array<[string, Buffer]>)('do not agree with %s', async (type, head) => {
    expect(await isOfType(head, type)).toBe(false);
  });
});
