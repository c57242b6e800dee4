import QRCode from 'qrcode';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type CodeReader, createCodeReader, findCodes } from './codes.ts';
import { decodePicture } from './picture.ts';

let readCodes: CodeReader;
beforeAll(async () => {
  readCodes = await createCodeReader();
});

/** A large photograph with a code of this many pixels in it. */
async function photograph(text: string, side: number): Promise<Buffer> {
  const code = await QRCode.toBuffer(text, { width: side, margin: 2, errorCorrectionLevel: 'M' });
  return sharp({ create: { width: 3600, height: 2700, channels: 3, background: '#b9b2a6' } })
    .composite([{ input: code, left: 2400, top: 1700 }])
    .jpeg()
    .toBuffer();
}

test('a code that is too small once the photograph has been made smaller is found on the larger one', async () => {
  const text = 'BEGIN:VCARD\nFN:Ada Okafor\nORG:Benue Agro Ltd\nEMAIL:ada@benue-agro.com.ng\nEND:VCARD';
  const bytes = await photograph(text, 100);
  const picture = await decodePicture(bytes);
  expect(Math.max(picture.width, picture.height)).toBe(2000);
  expect(await readCodes(picture)).toEqual([]);
  expect(await findCodes(readCodes, picture, bytes)).toEqual([text]);
}, 30_000);

test('a picture that was not made smaller is searched once', async () => {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  let searches = 0;
  const count: CodeReader = async () => {
    searches += 1;
    return [];
  };
  expect(await findCodes(count, await decodePicture(bytes), bytes)).toEqual([]);
  expect(searches).toBe(1);
});
