import { readFile } from 'node:fs/promises';
import { parseBadgeCode } from '@dragoman/domain/cards/badge-code';
import bwipjs from 'bwip-js/node';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeReader, createCodeReader } from './codes.ts';
import { decodePicture } from './picture.ts';

// Another library makes the codes, so that a shared mistake cannot hide. docs/badges.md has these
// rows.

/** `tilt`: degrees by which the photograph is turned; the reader finds PDF417 up to about five. */
const SYMBOLOGIES = [
  { name: 'QR code', bcid: 'qrcode', tilt: 12 },
  { name: 'PDF417', bcid: 'pdf417', tilt: 3 },
  { name: 'Aztec', bcid: 'azteccode', tilt: 12 },
  { name: 'Data Matrix', bcid: 'datamatrix', tilt: 12 },
] as const;

const CONTENTS = [
  {
    name: 'vCard 2.1',
    code: 'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=91=A8;=E6=98=8E\r\nTEL;CELL:+8613800138000\r\nEND:VCARD',
    found: { fields: { name: '周明', phone: '+8613800138000' } },
  },
  {
    name: 'vCard 3.0',
    code: 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:ليلى حداد\r\nORG:شركة النور\r\nEND:VCARD',
    found: { fields: { name: 'ليلى حداد', company: 'شركة النور' } },
  },
  {
    name: 'vCard 4.0',
    code: 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Lucía Prado\r\nTEL;VALUE=uri:tel:+34600555014\r\nEND:VCARD',
    found: { fields: { name: 'Lucía Prado', phone: '+34600555014' } },
  },
  {
    name: 'MECARD',
    code: 'MECARD:N:Okafor,Ada;ORG:Benue Agro Ltd;EMAIL:ada@benue.example;;',
    found: { fields: { name: 'Ada Okafor', company: 'Benue Agro Ltd', email: 'ada@benue.example' } },
  },
  {
    name: 'Plain text',
    code: '姓名：林佳怡\n公司：腾海数据科技',
    found: { fields: { name: '林佳怡', company: '腾海数据科技' } },
  },
  { name: 'Opaque id', code: '8F3A-22C1-0047', found: { kind: 'id', id: '8F3A-22C1-0047' } },
] as const;

let readCodes: CodeReader;
beforeAll(async () => {
  readCodes = await createCodeReader();
});

/** A code on white paper, as a screen shows it. */
async function clean(bcid: string, text: string): Promise<Buffer> {
  const code = await bwipjs.toBuffer({ bcid, text, scale: 4, padding: 8, backgroundcolor: 'ffffff' });
  return sharp(code).png().toBuffer();
}

/** The same as a photograph: turned on a grey table, unsharp, and as a JPEG. */
async function photograph(picture: Buffer, tilt: number): Promise<Buffer> {
  return sharp(picture).rotate(tilt, { background: '#b9b2a6' }).blur(0.8).jpeg({ quality: 70 }).toBuffer();
}

describe.each(SYMBOLOGIES)('$name', ({ name: symbology, bcid, tilt }) => {
  test.each(CONTENTS)(
    '$name',
    async ({ name: content, code, found }) => {
      const picture = await clean(bcid, code);
      for (const bytes of [picture, await photograph(picture, tilt)]) {
        const codes = await readCodes(await decodePicture(bytes));
        expect(codes).toEqual([code]);
        expect(parseBadgeCode(codes[0] ?? '')).toMatchObject(found);
      }
      const table = await readFile(new URL('../../../../../docs/badges.md', import.meta.url), 'utf8');
      expect(table).toContain(`| ${symbology} | ${content} | yes | yes, ${tilt}° |`);
    },
    30_000,
  );
});
