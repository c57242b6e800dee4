import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { jpeg, pdf, png, webm, webp } from './samples.ts';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
let vendor: Person;
let visitor: Person;
let chat: string;
beforeAll(async () => {
  server = await startStorageServer();
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor' }),
    server.person({ role: 'visitor' }),
  ]);
  chat = await meet(vendor, visitor);
});
afterAll(() => server.stop());

const HTML = '<!doctype html><script>alert(document.domain)</script>';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PROGRAM = Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1');
const mismatch = (type: string) => ({
  message: `The content of the file is not of the declared type ${type}`,
  status: 400,
  statusCode: '415',
});
const blob = (content: string | Buffer<ArrayBuffer>, type: string) => new Blob([content], { type });
const files = (of: Pick<Person, 'client'>, bucket = 'chat-files') => of.client.storage.from(bucket);
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

describe('a file whose content is not what it is called', () => {
  it('is refused in every bucket of the product, as a form and as the bare body, and leaves nothing', async () => {
    const before = (await server.filesOnDisk()).length;
    const cases: Array<[bucket: string, path: string, content: string | Buffer<ArrayBuffer>, type: string]> =
      [
        ['chat-files', `${chat}/a.webm`, HTML, 'audio/webm'],
        ['chat-files', `${chat}/b.pdf`, HTML, 'application/pdf'],
        ['chat-files', `${chat}/c.png`, PROGRAM, 'image/png'],
        ['chat-files', `${chat}/d.png`, jpeg('x'), 'image/png'],
        ['chat-files', `${chat}/photo.jpg`, PROGRAM, 'image/jpeg'],
        ['chat-files', `${chat}/list.docx`, PROGRAM, DOCX],
        ['chat-files', `${chat}/f.webm`, '', 'audio/webm'],
        ['avatars', `${vendor.userId}/a.webp`, HTML, 'image/webp'],
        ['booth-logos', `${vendor.userId}/a.png`, HTML, 'image/png'],
      ];
    for (const [bucket, path, content, type] of cases) {
      const form = await files(vendor, bucket).upload(path, blob(content, type));
      expect(refusal(form.error), `${path} as a form`).toEqual(mismatch(type));
      const bare = await files(vendor, bucket).upload(path, content, { contentType: type });
      expect(refusal(bare.error), `${path} bare`).toEqual(mismatch(type));
      expect((await files(vendor, bucket).exists(path)).data).toBe(false);
    }
    expect(await server.sql(`select 1 from storage.unowned_files where reason = 'uploading'`)).toEqual([]);
    expect((await server.filesOnDisk()).length).toBeLessThanOrEqual(before);
  });

  it('is refused when it comes by a signed link or in small pieces', async () => {
    const path = `${chat}/link.webm`;
    const { data } = await files(visitor).createSignedUploadUrl(path);
    const linked = await files(visitor).uploadToSignedUrl(path, data?.token ?? '', blob(HTML, 'audio/webm'));
    expect(refusal(linked.error)).toEqual(mismatch('audio/webm'));
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of Buffer.from(HTML)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const streamed = await files(visitor).upload(path, pieces, {
      contentType: 'audio/webm',
      duplex: 'half',
    } as never);
    expect(refusal(streamed.error)).toEqual(mismatch('audio/webm'));
  });

  it('is taken when it is right, whole and unchanged', async () => {
    for (const [name, content, type] of [
      ['ok.webm', webm('x'.repeat(20_000)), 'audio/webm;codecs=opus'],
      ['ok-video.webm', webm('x'), 'video/webm'],
      ['ok.pdf', pdf('x'), 'application/pdf'],
      ['ok.jpg', jpeg('x'), 'image/jpeg'],
      ['ok.webp', webp('x'), 'image/webp'],
      ['ok.png', png('x'), 'image/png'],
    ] as const) {
      const path = `${chat}/${name}`;
      expect((await files(vendor).upload(path, blob(content, type))).error, name).toBeNull();
      const { data } = await files(vendor).download(path);
      expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(content), name).toBe(true);
    }
  });

  it('is no way around it to move or copy one there from a bucket that takes all', async () => {
    await server.admin.storage.createBucket('anything', { public: false });
    const anything = server.admin.storage.from('anything');
    await anything.upload('page.png', blob(HTML, 'image/png'));
    for (const way of ['copy', 'move'] as const) {
      const { error } = await anything[way]('page.png', `${chat}/page.png`, {
        destinationBucket: 'chat-files',
      });
      expect(refusal(error), way).toEqual(mismatch('image/png'));
    }
  });
});

describe('an SVG', () => {
  it('is not taken in a chat', async () => {
    const plain = blob(svg('<path d="M0 0h4"/>'), 'image/svg+xml');
    expect(refusal((await files(vendor).upload(`${chat}/drawn.svg`, plain)).error)).toEqual({
      message: 'mime type image/svg+xml is not supported',
      status: 400,
      statusCode: '415',
    });
  });

  it('is taken as a picture alone, in a bucket for all types and one for pictures', async () => {
    await server.admin.storage.createBucket('drawings', { public: false });
    await server.admin.storage.createBucket('pictures', { public: false, allowedMimeTypes: ['image/*'] });
    for (const store of ['drawings', 'pictures'].map((name) => server.admin.storage.from(name))) {
      for (const [what, content] of [
        ['@import', svg('<style>@import "https://evil.example/a.css";</style>')],
        ['<script>', svg('<script>alert(1)</script>')],
        ['<foreignObject>', svg('<foreignObject/>')],
        ['url(…)', svg('<rect style="fill:url(https://evil.example/a.svg#p)"/>')],
      ] as const) {
        const { error } = await store.upload(`${chat}/drawn.svg`, blob(content, 'image/svg+xml'));
        expect(refusal(error), what).toEqual({
          message: `The SVG holds what a picture does not need: ${what}`,
          status: 400,
          statusCode: '400',
        });
      }
      expect(refusal((await store.upload(`${chat}/x.svg`, blob('<svg>', 'image/svg+xml'))).error)).toEqual(
        mismatch('image/svg+xml'),
      );
      const long = svg(`<desc>${'x'.repeat(1_048_576)}</desc>`);
      expect(refusal((await store.upload(`${chat}/x.svg`, blob(long, 'image/svg+xml'))).error)).toMatchObject(
        { statusCode: '413' },
      );
      const plain = blob(svg('<path d="M0 0h4"/>'), 'image/svg+xml');
      expect((await store.upload(`${chat}/drawn.svg`, plain)).error).toBeNull();
    }
  });
});

describe('who may add files', () => {
  it('to booth-logos is a vendor', async () => {
    const logo = () => blob(png('x'), 'image/png');
    expect(
      refusal((await files(visitor, 'booth-logos').upload(`${visitor.userId}/a.png`, logo())).error),
    ).toEqual({ message: 'new row violates row-level security policy', status: 400, statusCode: '403' });
    expect((await files(vendor, 'booth-logos').upload(`${vendor.userId}/b.png`, logo())).error).toBeNull();
  });

  it('to a request is the vendor alone until it is accepted, also by a link made before', async () => {
    const stranger = await server.person({ role: 'visitor' });
    const start = () =>
      stranger.client
        .from('sessions')
        .insert({ vendor_id: vendor.profileId, visitor_id: stranger.profileId })
        .select('id')
        .single()
        .throwOnError();
    const { data: request } = await start();
    const path = (name: string) => `${request.id}/${name}`;
    const voice = () => blob(webm('x'), 'audio/webm');
    const denied = { statusCode: '403' };
    expect(refusal((await files(stranger).upload(path('a.webm'), voice())).error)).toMatchObject(denied);
    expect(refusal((await files(stranger).createSignedUploadUrl(path('a.webm'))).error)).toMatchObject(
      denied,
    );
    expect((await files(vendor).upload(path('b.webm'), voice())).error).toBeNull();

    const answer = (accept: boolean) =>
      vendor.client.rpc('answer_request', { session_id: request.id, accept }).throwOnError();
    await answer(true);
    const { data: link } = await files(stranger).createSignedUploadUrl(path('c.webm'));
    expect((await files(stranger).upload(path('a.webm'), voice())).error).toBeNull();
    await server.sql(`update sessions set request_state = 'declined' where id = $1`, [request.id]);
    const late = await files(stranger).uploadToSignedUrl(path('c.webm'), link?.token ?? '', voice());
    expect(refusal(late.error)).toMatchObject(denied);
  });
});
