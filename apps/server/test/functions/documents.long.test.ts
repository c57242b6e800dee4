import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';

type Name = 'process-business-card' | 'process-entrance-pass' | 'read-picture';

let server: TestServer;
let user: SignedIn;

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_SCANS_PER_MINUTE: '0',
    READER_TIMEOUT_MS: '60000',
    READER_START_MS: '60000',
  });
  user = await server.person({ role: 'visitor' });
});
afterAll(() => server.stop());

/** Calls the function as the web app does, and gives its answer whatever the status. */
async function scan(name: Name, image: unknown, client = user.client) {
  const { data, error, response } = await client.functions.invoke(name, { body: { image } });
  const answered = error ? ((error as FunctionsHttpError).context as Response) : response;
  const body = error ? await answered?.json() : data;
  return { status: answered?.status, retryAfter: answered?.headers.get('retry-after'), ...body };
}

function dataUrl(bytes: Uint8Array, type = 'image/jpeg'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function picture(name: string): Promise<string> {
  return dataUrl(await readFile(path.join(import.meta.dirname, 'pictures', name)));
}

describe('process-business-card', () => {
  it('reads an English card', async () => {
    expect(await scan('process-business-card', await picture('card-english.jpg'))).toMatchObject({
      status: 200,
      success: true,
      engine: 'built-in',
      data: {
        name: 'Imogen Hartley',
        company: 'Larkspur Valve Works Ltd',
        designation: 'Export Manager',
        email: 'i.hartley@larkspur-valves.com',
        phone: '+44 20 7946 0733',
        website: expect.stringContaining('larkspur-valves.com'),
        whatsapp: '',
        wechat: 'imogen_larkspur',
        uncertain: expect.any(Array),
        alternatives: expect.any(Object),
      },
    });
  });

  it('reads Chinese and Arabic cards, as JPEG and WebP', async () => {
    const chinese = await scan('process-business-card', await picture('card-chinese.jpg'));
    expect(chinese.data).toMatchObject({ name: '周文静', email: 'zhou.wj@hailan-lighting.cn' });
    const arabic = await scan('process-business-card', await picture('card-arabic.webp'));
    // The last letter has a form with points and one without.
    expect(arabic.data).toMatchObject({
      name: expect.stringMatching(/^سام[يى] الحداد$/),
      email: 'sami@alwaha-trading.ae',
    });
  });

  it('reads what phones take, HEIC, whatever it is said to be', async () => {
    const { data } = await scan('process-business-card', await picture('card-phone.heic'));
    expect(data).toMatchObject({ name: 'Imogen Hartley' });
  });

  it('takes the word of a code on the card', async () => {
    expect((await scan('process-business-card', await picture('card-with-code.png'))).data).toMatchObject({
      name: 'Ada Okafor',
      company: 'Benue Agro Ltd',
      email: 'ada@benue-agro.com.ng',
    });
  });
});

describe('process-entrance-pass', () => {
  it('reads a pass that lies on its side as its EXIF says', async () => {
    const { data, ...rest } = await scan('process-entrance-pass', await picture('pass-sideways.jpg'));
    expect(rest).toMatchObject({ status: 200, success: true });
    expect(data).toMatchObject({
      name: 'Tomas Velez',
      company: 'Cordoba Mills',
      designation: 'Purchasing Director',
    });
  });
});

describe('read-picture', () => {
  it('reads English, Chinese and Arabic lines', async () => {
    const english = await scan('read-picture', await picture('card-english.jpg'));
    expect(english).toMatchObject({ status: 200, success: true, engine: 'built-in' });
    expect(english.data.text.split('\n')).toEqual(
      expect.arrayContaining(['Imogen Hartley', 'Export Manager']),
    );
    expect((await scan('read-picture', await picture('card-chinese.jpg'))).data.text).toContain('周文静');
    expect((await scan('read-picture', await picture('card-arabic.webp'))).data.text).toContain('الحداد');
  });

  it('says so where there is no text', async () => {
    const wall = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#d8d2c4' } });
    expect(await scan('read-picture', dataUrl(await wall.jpeg().toBuffer()))).toMatchObject({
      status: 422,
      success: false,
      error: 'No text was found in the picture',
    });
  });

  it('is for signed-in people with a profile, and takes pictures alone', async () => {
    expect(await scan('read-picture', 'data:,', server.client())).toMatchObject({ status: 401 });
    const newcomer = await server.signUp();
    expect(await scan('read-picture', await picture('card-english.jpg'), newcomer.client)).toMatchObject({
      status: 403,
      code: 'no-profile',
    });
    expect(await scan('read-picture', dataUrl(Buffer.from('MZ'), 'image/jpeg'))).toMatchObject({
      status: 400,
      error: 'Please upload an image file',
    });
  });
});

describe('bad input', () => {
  const NO_IMAGE = { status: 400, success: false, error: 'Please upload an image file' };
  const TOO_LARGE = { status: 413, success: false, error: 'File size must be less than 5MB' };
  const NOTHING = {
    status: 422,
    success: false,
    error: 'No information could be extracted from the image',
  };

  it('needs a signed-in user, a POST and an image', async () => {
    expect(await scan('process-entrance-pass', 'data:,', server.client())).toMatchObject({
      status: 401,
      success: false,
      error: 'No session',
    });
    const get = await user.client.functions.invoke('process-business-card', { method: 'GET' });
    expect((get.error.context as Response).status).toBe(405);
    for (const image of [undefined, 7]) {
      expect(await scan('process-entrance-pass', image)).toMatchObject({ status: 400, success: false });
    }
  });

  it('refuses what is no picture, whatever it calls itself', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><text>Ada</text></svg>';
    for (const image of [
      'a text',
      'https://fair.example/card.jpg',
      'data:image/png;base64,',
      dataUrl(Buffer.from('This is no picture. '.repeat(100))),
      dataUrl(Buffer.from(svg), 'image/svg+xml'),
      dataUrl(Buffer.from(svg), 'image/png'),
      dataUrl(Buffer.from('%PDF-1.7 ')),
    ]) {
      expect(await scan('process-entrance-pass', image)).toEqual({ ...NO_IMAGE, retryAfter: null });
    }
  });

  it('refuses broken pictures', async () => {
    const whole = await readFile(path.join(import.meta.dirname, 'pictures/card-english.jpg'));
    const heic = await readFile(path.join(import.meta.dirname, 'pictures/card-phone.heic'));
    for (const bytes of [whole.subarray(0, 6000), whole.subarray(0, 3), heic.subarray(0, 2000)]) {
      expect(await scan('process-business-card', dataUrl(bytes))).toMatchObject(NO_IMAGE);
    }
  });

  it('refuses pictures that move', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 300, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = () => sharp(frames, { join: { animated: true } });
    for (const bytes of [await moving().gif().toBuffer(), await moving().webp().toBuffer()]) {
      expect(await scan('process-business-card', dataUrl(bytes))).toMatchObject({
        status: 415,
        success: false,
        error: expect.stringContaining('Animated pictures cannot be read'),
      });
    }
  });

  it('takes less than 5 MB', async () => {
    const whole = await readFile(path.join(import.meta.dirname, 'pictures/card-english.jpg'));
    // Bytes after the end of a JPEG are no part of the picture.
    const padded = (size: number) => dataUrl(Buffer.concat([whole, Buffer.alloc(size - whole.byteLength)]));
    const limit = 5 * 1024 * 1024;
    expect(await scan('process-business-card', padded(limit - 1))).toMatchObject({ status: 200 });
    expect(await scan('process-business-card', padded(limit))).toMatchObject(TOO_LARGE);
    expect(await scan('process-business-card', padded(limit + 1))).toMatchObject(TOO_LARGE);
    expect(await scan('process-business-card', padded(3 * limit))).toMatchObject(TOO_LARGE);
  });

  it('refuses a small file with a huge picture in it, unread', async () => {
    const huge = whitePng(20_000, 20_000);
    expect(huge.byteLength).toBeLessThan(100_000);
    expect(await scan('process-business-card', dataUrl(huge))).toMatchObject({
      status: 413,
      error: expect.stringContaining('too many pixels'),
    });
  });

  it('finds nothing on a wall, on one pixel and on a stripe', async () => {
    for (const [width, height] of [
      [1600, 1200],
      [1, 1],
      [8000, 2],
    ] as const) {
      const wall = sharp({ create: { width, height, channels: 3, background: '#d8d2c4' } });
      expect(await scan('process-entrance-pass', dataUrl(await wall.jpeg().toBuffer()))).toMatchObject(
        NOTHING,
      );
    }
  });

  it('finds nothing on a picture of a face', async () => {
    for (const name of ['process-business-card', 'process-entrance-pass'] as const) {
      expect(await scan(name, dataUrl(await portrait()))).toMatchObject(NOTHING);
    }
  });
});

it('answers everybody while one user has 50 pictures read at once, and reads two of theirs', async () => {
  const image = await picture('card-english.jpg');
  const flood = Array.from({ length: 50 }, () => scan('process-business-card', image));
  const other = await server.person({ role: 'visitor' });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await other.client.from('profiles').select('id').limit(1)).error).toBeNull();
  expect(await scan('process-business-card', image, other.client)).toMatchObject({ status: 200 });
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(40);
  expect(answers.filter(({ status }) => status === 200).length).toBe(50 - refused.length);
  expect(refused[0]).toMatchObject({ success: false, retryAfter: '2' });
});

/** Head and shoulders before a wall, as soft as a camera held at arm's length draws them. */
function portrait(): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
    <rect width="900" height="1200" fill="#9fb0b8"/><rect x="620" width="280" height="1200" fill="#8a9aa1"/>
    <path d="M60 1200c20-260 180-330 390-330s370 70 390 330z" fill="#2f4a63"/>
    <rect x="380" y="700" width="140" height="220" fill="#c98f6d"/>
    <ellipse cx="450" cy="520" rx="215" ry="285" fill="#dba981"/>
    <path d="M225 520c-20-330 470-330 450 0-30-150-90-190-225-190s-195 40-225 190z" fill="#33241b"/>
    <g fill="#fff"><ellipse cx="365" cy="500" rx="42" ry="22"/><ellipse cx="535" cy="500" rx="42" ry="22"/></g>
    <g fill="#2b1c14"><circle cx="365" cy="500" r="20"/><circle cx="535" cy="500" r="20"/>
    <path d="M310 445q55-32 110 0v14q-55-26-110 0zM480 445q55-32 110 0v14q-55-26-110 0z"/></g>
    <path d="M450 520q-34 90 0 100" fill="none" stroke="#a8714f" stroke-width="12"/>
    <path d="M365 690q85 62 170 0-85 24-170 0z" fill="#a34f4a"/></svg>`;
  return sharp(Buffer.from(drawing)).blur(2.5).jpeg({ quality: 82 }).toBuffer();
}

/**
 * A white picture of one bit a pixel, made by hand: a library would need the memory that the server
 * must not need.
 */
function whitePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
