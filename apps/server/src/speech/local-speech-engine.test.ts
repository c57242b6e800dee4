import type { Language } from '@dragoman/domain/languages';
import { EngineError } from '@dragoman/functions/translate/engines/engine';
import { describe, expect, it, vi } from 'vitest';
import type { EnginePool } from '../local-engines/engine-pool.ts';
import { InputRefusedError, ModelRefusedError } from '../local-engines/worker-errors.ts';
import { createLocalSpeechEngine } from './local-speech-engine.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

// What the engine makes of the pool's answers. local-speech.test.ts has the real pool.

type Run = EnginePool<RecognitionJob, RecognitionAnswer>['run'];

const SIGNAL = new AbortController().signal;
const audio = {
  bytes: new Uint8Array([1, 2, 3]),
  mimeType: 'audio/webm',
  fileName: 'audio.webm',
  seconds: 1,
};

function engineOf(run: Run, ready = 'speech-sensevoice') {
  const markUnusable = vi.fn();
  const files = (id: string) => (id === ready ? { model: '/m', tokens: '/t' } : null);
  return { engine: createLocalSpeechEngine({ files, markUnusable }, { run }), markUnusable };
}

const transcribe = (engine: ReturnType<typeof engineOf>['engine'], language: Language | null = 'zh') =>
  engine.transcribe({ audio, language }, SIGNAL, { key: 'guo', lane: 'live' });

it('hands over the recording with its language, model and turn', async () => {
  const run = vi.fn<Run>(async () => ({ kind: 'text', text: '你好' }));
  const { engine } = engineOf(run);
  expect(engine.isReady?.('zh')).toBe(true);
  expect(await transcribe(engine)).toBe('你好');
  expect(run.mock.calls[0]?.slice(0, 3)).toEqual([
    {
      bytes: audio.bytes,
      language: 'zh',
      models: [{ kind: 'sensevoice', id: 'speech-sensevoice', model: '/m', tokens: '/t' }],
    },
    { key: 'guo', lane: 'live' },
    SIGNAL,
  ]);
});

it('asks nothing without a model for the language', async () => {
  const run = vi.fn<Run>();
  const { engine } = engineOf(run);
  expect(engine.isReady?.('ar')).toBe(false);
  await expect(transcribe(engine, 'ar')).rejects.toMatchObject({ failure: 'unavailable' });
  expect(run).not.toHaveBeenCalled();
});

it.each(['unknown-format', 'no-decoder', 'damaged'] as const)(
  'a recording that cannot be read (%s) is no failure of the engine',
  async (reason) => {
    const { engine } = engineOf(async () => ({ kind: 'unreadable', reason }));
    await expect(transcribe(engine)).rejects.toMatchObject({ name: 'UnreadableRecordingError', reason });
  },
);

describe('an error of the pool', () => {
  const failing = (error: Error, hasBegun: boolean) =>
    engineOf((_job, _turn, _signal, onBegin) => {
      if (hasBegun) onBegin?.();
      return Promise.reject(error);
    });

  it('over a model marks it as unusable', async () => {
    const { engine, markUnusable } = failing(
      new ModelRefusedError('speech-sensevoice', 'it is damaged'),
      true,
    );
    await expect(transcribe(engine)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(markUnusable).toHaveBeenCalledExactlyOnceWith('speech-sensevoice', 'it is damaged');
  });

  it('over the recording blames the recording', async () => {
    const { engine, markUnusable } = failing(new InputRefusedError('ended twice'), true);
    await expect(transcribe(engine)).rejects.toMatchObject({
      name: 'UnreadableRecordingError',
      reason: 'damaged',
    });
    expect(markUnusable).not.toHaveBeenCalled();
  });

  it('over time is a time-out once the recording had its turn, and before that the engine is busy', async () => {
    const late = () => new EngineError('timeout', 'late');
    await expect(transcribe(failing(late(), true).engine)).rejects.toMatchObject({ failure: 'timeout' });
    await expect(transcribe(failing(late(), false).engine)).rejects.toMatchObject({ failure: 'busy' });
  });

  it('of any other kind is the engine’s', async () => {
    const { engine } = failing(new EngineError('unavailable', 'crashed'), false);
    await expect(transcribe(engine)).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
