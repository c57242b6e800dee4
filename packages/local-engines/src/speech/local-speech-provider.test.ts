import type { Language } from '@dragoman/domain/languages';
import { ProviderError } from '@dragoman/functions/providers/provider';
import { describe, expect, it, vi } from 'vitest';
import { InputRefusedError, ModelRefusedError } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { createLocalSpeechProvider } from './local-speech-provider.ts';
import type { RecognitionAnswer, RecognitionJob } from './worker/messages.ts';

// Tests how the provider maps the pool's answers. local-speech.long.test.ts has the real pool.

type Run = WorkerPool<RecognitionJob, RecognitionAnswer>['run'];

const SIGNAL = new AbortController().signal;
const audio = {
  bytes: new Uint8Array([1, 2, 3]),
  mimeType: 'audio/webm',
  fileName: 'audio.webm',
  seconds: 1,
};

function providerOf(run: Run, ready = 'speech-sensevoice') {
  const markUnusable = vi.fn();
  const files = (id: string) => (id === ready ? { model: '/m', tokens: '/t' } : null);
  return { provider: createLocalSpeechProvider({ files, markUnusable }, { run }), markUnusable };
}

const transcribe = (provider: ReturnType<typeof providerOf>['provider'], language: Language | null = 'zh') =>
  provider.transcribe({ audio, language }, SIGNAL, { key: 'guo', lane: 'live' });

it('hands over the recording with its language, model and turn', async () => {
  const run = vi.fn<Run>(async () => ({ kind: 'text', text: '你好' }));
  const { provider } = providerOf(run);
  expect(provider.isReady?.('zh')).toBe(true);
  expect(await transcribe(provider)).toBe('你好');
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
  const { provider } = providerOf(run);
  expect(provider.isReady?.('ar')).toBe(false);
  await expect(transcribe(provider, 'ar')).rejects.toMatchObject({ failure: 'unavailable' });
  expect(run).not.toHaveBeenCalled();
});

it.each(['unknown-format', 'no-decoder', 'damaged'] as const)(
  'a recording that cannot be read (%s) is no failure of the engine',
  async (reason) => {
    const { provider } = providerOf(async () => ({ kind: 'unreadable', reason }));
    await expect(transcribe(provider)).rejects.toMatchObject({ name: 'UnreadableRecordingError', reason });
  },
);

describe('an error of the pool', () => {
  const failing = (error: Error, hasBegun: boolean) =>
    providerOf((_job, _turn, _signal, onBegin) => {
      if (hasBegun) onBegin?.();
      return Promise.reject(error);
    });

  it('over a model marks it as unusable', async () => {
    const { provider, markUnusable } = failing(
      new ModelRefusedError('speech-sensevoice', 'it is damaged'),
      true,
    );
    await expect(transcribe(provider)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(markUnusable).toHaveBeenCalledExactlyOnceWith('speech-sensevoice', 'it is damaged');
  });

  it('over the recording blames the recording', async () => {
    const { provider, markUnusable } = failing(new InputRefusedError('ended twice'), true);
    await expect(transcribe(provider)).rejects.toMatchObject({
      name: 'UnreadableRecordingError',
      reason: 'damaged',
    });
    expect(markUnusable).not.toHaveBeenCalled();
  });

  it('over time is a time-out once the recording had its turn, and before that the engine is busy', async () => {
    const late = () => new ProviderError('timeout', 'late');
    await expect(transcribe(failing(late(), true).provider)).rejects.toMatchObject({ failure: 'timeout' });
    await expect(transcribe(failing(late(), false).provider)).rejects.toMatchObject({ failure: 'busy' });
  });

  it('of any other kind is the engine’s', async () => {
    const { provider } = failing(new ProviderError('unavailable', 'crashed'), false);
    await expect(transcribe(provider)).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
