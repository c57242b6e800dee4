import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SPEECH_MESSAGES } from '@dragoman/domain/voice-messages';
import { systemClock } from '@dragoman/functions/providers/retry';
import { recordingOf } from '@dragoman/functions/testing/recordings';
import { createModelStore, type RunningModelStore } from '@dragoman/local-engines/models/model-store';
import { installMadeSpeechModels, SAYS } from '@dragoman/local-engines/speech/testing/made-speech-models';
import { fixture, noise, wave } from '@dragoman/local-engines/speech/testing/recordings';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrganiserPage, openPage } from '../event-admin/page.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

// Speech recognition on this machine through the server, with made models: nothing here is about
// the quality of a text.

const SECRET = 'quay-lantern-4711-harbour';
const SENSEVOICE = 'speech-sensevoice';

let folder: string;
let store: RunningModelStore;
let server: TestServer;
let page: OrganiserPage;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-models-'));
  const models = installMadeSpeechModels(folder);
  rmSync(path.join(folder, 'speech-whisper-turbo'), { recursive: true });
  const log = { info: () => undefined, warn: () => undefined };
  store = createModelStore({ models, folder, mirror: null, clock: systemClock, log });
  server = await startTestServer({ ORGANISER_SECRET: SECRET }, { models: store });
  page = openPage(server.url);
  await page.first(SECRET);
});
afterAll(async () => {
  await server.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function transcribe({ client }: Person, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('audio', new Blob([bytes]), 'audio');
  const { data, error } = await client.functions.invoke('speech-to-text', { body });
  if (!error) return { status: 200, ...(data as object) };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

const isRecordable = async () =>
  ((await (await fetch(`${server.url}/config.json`)).json()) as { speech: boolean }).speech;
const listed = async () => {
  const { groups } = (await page.call('GET', '/engines')).body;
  return groups.find(({ kind }: { kind: string }) => kind === 'speech').engines;
};

describe('speech recognition on this machine', () => {
  it('is off, and no engine is listed, before a model is on', async () => {
    expect(await isRecordable()).toBe(false);
    expect(await listed()).toEqual([]);
    const visitor = await server.person({ role: 'visitor', language: 'zh' });
    expect(await transcribe(visitor, fixture('zh.webm'))).toEqual({
      status: 503,
      error: SPEECH_MESSAGES.noEngine,
    });
  });

  it('turns the microphone on with the first model that is ready', async () => {
    store.start();
    await expect.poll(isRecordable).toBe(true);
    expect(await listed()).toMatchObject([{ engine: 'sherpa-onnx', state: 'working' }]);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      models: { [SENSEVOICE]: 'ready', 'speech-whisper-turbo': 'off' },
    });
  });

  it('writes down recordings of every browser, without a system ffmpeg', async () => {
    for (const name of ['en.webm', 'en.ogg', 'opus.mp4', 'aac.m4a', 'en.wav', 'en.mp3']) {
      const visitor = await server.person({ role: 'visitor', language: 'en' });
      expect(await transcribe(visitor, fixture(name)), name).toEqual({
        status: 200,
        text: SAYS.sensevoice.en,
      });
    }
  });

  it('answers with no text where no one speaks', async () => {
    const visitor = await server.person({ role: 'visitor', language: 'zh' });
    for (const silent of [wave(3, () => 0), wave(3, noise(0.3)), await recordingOf('webm', 3)]) {
      expect(await transcribe(visitor, silent)).toEqual({ status: 200, text: '' });
    }
  });

  it('refuses a language without a model, and a format that it cannot read', async () => {
    const visitor = await server.person({ role: 'visitor', language: 'ar' });
    expect(await transcribe(visitor, fixture('ar.webm'))).toEqual({
      status: 503,
      error: SPEECH_MESSAGES.noLanguage,
    });
    const chinese = await server.person({ role: 'visitor', language: 'zh' });
    expect(await transcribe(chinese, fixture('vorbis.ogg'))).toEqual({
      status: 415,
      error: SPEECH_MESSAGES.unknownFormat,
    });
    expect(await transcribe(chinese, new Uint8Array())).toMatchObject({ status: 400 });
    expect(await transcribe(chinese, await recordingOf('ogg', 130))).toMatchObject({ status: 413 });
  });

  it('is tried by the organiser with a spoken sentence', async () => {
    const test = await page.call('POST', '/engines/test', { kind: 'speech', engine: 'sherpa-onnx' });
    expect(test.body).toEqual({ ok: true, milliseconds: expect.any(Number), answer: SAYS.sensevoice.en });
  });

  it('fifty visitors at once each get their text', async () => {
    const visitors = await Promise.all(
      Array.from({ length: 50 }, () => server.person({ role: 'visitor', language: 'zh' })),
    );
    const answers = await Promise.all(visitors.map((visitor) => transcribe(visitor, fixture('zh.webm'))));
    expect(answers).toEqual(visitors.map(() => ({ status: 200, text: SAYS.sensevoice.zh })));
  });

  it('turns the microphone off with the model', async () => {
    expect((await page.call('POST', '/models/disable', { id: SENSEVOICE })).status).toBe(200);
    expect(await isRecordable()).toBe(false);
    expect(await listed()).toEqual([]);
  });
});
