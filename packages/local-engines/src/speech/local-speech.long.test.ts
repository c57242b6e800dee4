import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';
import { systemClock } from '@dragoman/functions/providers/retry';
import type { SpeechProvider } from '@dragoman/functions/speech/speech-provider';
import { overstatedRecording } from '@dragoman/functions/testing/recordings';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeModels } from '../models/describe-state.ts';
import { createModelStore } from '../models/model-store.ts';
import { engineErrors } from '../workers/engine-errors.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';
import { type LocalSpeech, openLocalSpeech, startSpeechProcess } from './local-speech.ts';
import { createLocalSpeechProvider, type UsableModels } from './local-speech-provider.ts';
import { type Damage, installMadeSpeechModels, SAYS } from './testing/made-speech-models.ts';
import { fixture, noise, wave } from './testing/recordings.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

// The real engine in real processes, on made models: nothing here is about the quality of a text.

const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const SLOW = { timeout: 180_000 };
const logged: unknown[] = [];
const log = {
  info: (...entry: unknown[]) => logged.push(entry),
  warn: (...entry: unknown[]) => logged.push(entry),
};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-models-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void logged.splice(0));

/** @returns a store that has verified the made models; those that are not wanted are off */
async function storeOf(
  name: string,
  {
    damages = {},
    without = [],
  }: { damages?: Parameters<typeof installMadeSpeechModels>[1]; without?: string[] } = {},
) {
  const own = path.join(folder, name);
  const models = installMadeSpeechModels(own, damages);
  for (const id of without) rmSync(path.join(own, id), { recursive: true });
  const store = createModelStore({ models, folder: own, mirror: null, clock: systemClock, log });
  store.start();
  onTestFinished(() => store.close());
  const on = models.filter(({ id }) => !without.includes(id)).map(({ id }) => id);
  await vi.waitFor(() => expect(on.map((id) => store.files(id))).not.toContain(null), 10_000);
  return store;
}

function open(models: UsableModels): LocalSpeech {
  const local = openLocalSpeech(models, { workers: 1, residentBytes: 2 ** 31 }, log);
  onTestFinished(() => local.close());
  return local;
}

/** A pool whose processes the test sees. */
function providerWith(models: UsableModels, { idleMs = 60_000 }: { idleMs?: number } = {}) {
  const pool = createWorkerPool<RecognitionJob, RecognitionAnswer>(
    {
      workers: 1,
      queue: { items: 10, itemsOfKey: 10 },
      idleMs,
      residentBytes: 2 ** 31,
      errors: engineErrors('speech recognition', log),
    },
    () => startSpeechProcess({ startMs: 30_000, jobMs: 30_000 }),
  );
  onTestFinished(() => pool.close());
  return { provider: createLocalSpeechProvider(models, pool), pool };
}

function transcribe(
  provider: SpeechProvider,
  bytes: Uint8Array<ArrayBuffer>,
  language: Language | null,
  key = 'guo',
): Promise<string> {
  const audio = { bytes, mimeType: 'audio/webm', fileName: 'audio.webm', seconds: 4 };
  return provider.transcribe({ audio, language }, NEVER, { key, lane: 'live' });
}

describe('with both models', () => {
  it('SenseVoice writes down Chinese and English, Whisper everything else', SLOW, async () => {
    const { provider } = open(await storeOf('both'));
    expect(await transcribe(provider, fixture('zh.webm'), 'zh')).toBe(SAYS.sensevoice.zh);
    expect(await transcribe(provider, fixture('en.webm'), 'en')).toBe(SAYS.sensevoice.en);
    expect(await transcribe(provider, fixture('ar.webm'), 'ar')).toBe(SAYS.whisper.ar);
    // Whisper finds out by itself, and knows each recording's language from then on.
    expect(await transcribe(provider, fixture('ar.webm'), null)).toBe(SAYS.whisper.ar);
  });

  it('finds no speech in silence and noise', SLOW, async () => {
    const { provider } = open(await storeOf('silent'));
    for (const language of ['zh', 'ar'] as const) {
      expect(
        await transcribe(
          provider,
          wave(5, () => 0),
          language,
        ),
      ).toBe('');
      expect(await transcribe(provider, wave(5, noise(0.3)), language)).toBe('');
    }
  });

  it('every stretch of a long recording is written down', SLOW, async () => {
    const { provider } = open(await storeOf('long'));
    // Three sentences, far from each other: the made model says its word once for each stretch that
    // it hears.
    const talk = await pausedTalk(3, 30);
    expect(await transcribe(provider, talk, 'en')).toBe(Array(3).fill(SAYS.sensevoice.en).join(' '));
  });

  it('says of an unknown format and of damaged bytes what is wrong', SLOW, async () => {
    const { provider } = open(await storeOf('formats'));
    const refused = (reason: string) => ({ name: 'UnreadableRecordingError', reason });
    await expect(transcribe(provider, fixture('vorbis.ogg'), 'en')).rejects.toMatchObject(
      refused('unknown-format'),
    );
    await expect(transcribe(provider, new Uint8Array(), 'en')).rejects.toMatchObject(refused('damaged'));
  });

  it('a recording that ends its process is refused, and the next one is written down', SLOW, async () => {
    const { provider } = open(await storeOf('hostile'));
    const hostile = transcribe(provider, await overstatedRecording('sizes'), 'en');
    const next = transcribe(provider, fixture('en.webm'), 'en', 'mei');
    await expect(hostile).rejects.toMatchObject({ name: 'UnreadableRecordingError', reason: 'damaged' });
    expect(await next).toBe(SAYS.sensevoice.en);
  });

  it('fifty callers at once each get their text, and those above the bound are told that it is busy', {
    timeout: 120_000,
  }, async () => {
    const { provider } = open(await storeOf('fifty'));
    // One recording is transcribed while fifty wait.
    const callers = Array.from({ length: 55 }, (_, caller) =>
      transcribe(provider, fixture('en.ogg'), caller % 2 ? 'en' : 'ar', `caller ${caller}`),
    );
    const answers = await Promise.allSettled(callers);
    const expected = (caller: number) => (caller % 2 ? SAYS.sensevoice.en : SAYS.whisper.ar);
    for (const [caller, answer] of answers.entries()) {
      if (caller < 51) expect(answer).toEqual({ status: 'fulfilled', value: expected(caller) });
      else expect(answer).toMatchObject({ status: 'rejected', reason: { failure: 'busy' } });
    }
  });
});

describe('with one model', () => {
  it('Whisper alone writes down every language', SLOW, async () => {
    const { provider } = open(await storeOf('whisper', { without: ['speech-sensevoice'] }));
    for (const language of ['zh', 'en', 'ar'] as const) {
      expect(provider.isReady?.(language)).toBe(true);
      expect(await transcribe(provider, fixture('en.webm'), language)).toBe(SAYS.whisper[language]);
    }
  });

  it('SenseVoice alone is not ready for Arabic, and not for an unknown language', async () => {
    const { provider } = open(await storeOf('sensevoice', { without: ['speech-whisper-turbo'] }));
    expect([provider.isReady?.('zh'), provider.isReady?.('ar'), provider.isReady?.(null)]).toEqual([
      true,
      false,
      false,
    ]);
    await expect(transcribe(provider, fixture('ar.webm'), 'ar')).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });

  it('none: the engine is ready for nothing', async () => {
    const store = await storeOf('none', { without: ['speech-sensevoice', 'speech-whisper-turbo'] });
    expect(open(store).provider.isReady?.('zh')).toBe(false);
  });
});

describe('a damaged model', () => {
  it.each<Damage>(['bytes', 'another-kind'])(
    '(%s) is shown as failed, and the other one helps out',
    SLOW,
    async (damage) => {
      const store = await storeOf(`damaged-${damage}`, { damages: { sensevoice: damage } });
      const { provider } = open(store);
      await expect(transcribe(provider, fixture('zh.webm'), 'zh')).rejects.toMatchObject({
        failure: 'unavailable',
      });
      expect(describeModels(store.statuses())).toEqual({
        'speech-sensevoice': 'failed: the engine could not load it',
        'speech-whisper-turbo': 'ready',
      });
      expect(await transcribe(provider, fixture('zh.webm'), 'zh')).toBe(SAYS.whisper.zh);
      expect(JSON.stringify(logged)).toContain('two processes ended while they loaded it');
    },
  );

  it('of Whisper leaves the languages of SenseVoice', SLOW, async () => {
    const store = await storeOf('damaged-whisper', { damages: { whisper: 'bytes' } });
    const { provider } = open(store);
    await expect(transcribe(provider, fixture('ar.webm'), 'ar')).rejects.toMatchObject({
      failure: 'unavailable',
    });
    expect([provider.isReady?.('ar'), provider.isReady?.('zh')]).toEqual([false, true]);
  });

  it('whose files are gone is named', SLOW, async () => {
    const store = await storeOf('gone');
    rmSync(path.join(folder, 'gone', 'speech-sensevoice', 'model.int8.onnx'));
    await expect(transcribe(open(store).provider, fixture('zh.webm'), 'zh')).rejects.toMatchObject({
      failure: 'unavailable',
    });
    expect(describeModels(store.statuses())['speech-sensevoice']).toBe(
      'failed: the engine could not load it',
    );
  });
});

it('a process that is killed is replaced, and its recording is written down', SLOW, async () => {
  const { provider, pool } = providerWith(await storeOf('replaced'));
  const answer = transcribe(provider, fixture('en.webm'), 'en');
  const first = await onlyPid(pool);
  process.kill(first, 'SIGKILL');
  expect(await answer).toBe(SAYS.sensevoice.en);
  expect(pool.pids()).not.toContain(first);
});

it('starts with the first recording, and ends when it has been idle', SLOW, async () => {
  const { provider, pool } = providerWith(await storeOf('idle'), { idleMs: 50 });
  expect(pool.pids()).toEqual([]);
  expect(await transcribe(provider, fixture('en.webm'), 'en')).toBe(SAYS.sensevoice.en);
  await vi.waitFor(() => expect(pool.pids()).toEqual([]), { timeout: 10_000 });
});

it('nothing of a recording is logged but what ended a process', SLOW, async () => {
  const { provider } = open(await storeOf('private'));
  await transcribe(provider, fixture('zh.webm'), 'zh');
  expect(JSON.stringify(logged)).not.toContain(SAYS.sensevoice.zh);
});

async function onlyPid(pool: WorkerPool<RecognitionJob, RecognitionAnswer>): Promise<number> {
  return vi.waitFor(
    () => {
      const [pid] = pool.pids();
      if (pid === undefined) throw new Error('no process yet');
      return pid;
    },
    { timeout: 20_000 },
  );
}

/** @returns a WAV recording of a sentence that is said again every so many seconds */
async function pausedTalk(times: number, everySeconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const { decodeRecording } = await import('./worker/decode-recording.ts');
  const sentence = await decodeRecording(fixture('en.webm'));
  return wave(times * everySeconds, (second) => sentence[Math.round((second % everySeconds) * 16_000)] ?? 0);
}
