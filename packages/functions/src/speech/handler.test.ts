import type { Language } from '@dragoman/domain/languages';
import { SPEECH_MESSAGES } from '@dragoman/domain/voice-messages';
import { describe, expect, test, vi } from 'vitest';
import { ProviderError } from '../providers/provider.ts';
import { instantClock } from '../testing/instant-clock.ts';
import { recordingOf } from '../testing/recordings.ts';
import { checkAudio } from './audio-check.ts';
import { createSpeechHandler, type SpeechDependencies } from './handler.ts';
import { type SpeechJob, type SpeechProvider, UnreadableRecordingError } from './speech-provider.ts';

const CALLER = { userId: 'guo' };

function setUp(
  transcribe: (job: SpeechJob, signal: AbortSignal) => Promise<string>,
  rest: Partial<SpeechDependencies> = {},
) {
  const clock = instantClock();
  const jobs: SpeechJob[] = [];
  const log = { info: vi.fn(), warn: vi.fn() };
  const handle = createSpeechHandler({
    providers: [
      {
        name: 'test',
        description: 'test',
        transcribe(job, signal) {
          jobs.push(job);
          return transcribe(job, signal);
        },
      },
    ],
    check: checkAudio,
    languageOf: async () => 'zh',
    log,
    clock,
    ...rest,
  });
  return { clock, jobs, log, handle };
}

async function request(fields: Record<string, string | Blob> = {}): Promise<Request> {
  const form = new FormData();
  const audio = new Blob([await recordingOf('webm', 1)], { type: 'audio/webm' });
  for (const [name, value] of Object.entries({ audio, ...fields })) form.set(name, value);
  return new Request('http://own.invalid/functions/v1/speech-to-text', { method: 'POST', body: form });
}

async function send(handle: ReturnType<typeof setUp>['handle'], asked: Request) {
  const response = await handle(asked, CALLER);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...(await response.json()),
  };
}

const failing = (error: ProviderError) => () => Promise.reject(error);

describe('an answer', () => {
  test('is what was said, trimmed; the profile tells the language', async () => {
    const { handle, jobs } = setUp(async () => ' 你好 \n');
    expect(await send(handle, await request())).toMatchObject({ status: 200, text: '你好' });
    expect(jobs[0]).toMatchObject({ language: 'zh', audio: { mimeType: 'audio/webm' } });
  });

  test('is empty when the recording has no speech', async () => {
    expect(await send(setUp(async () => ' ').handle, await request())).toMatchObject({
      status: 200,
      text: '',
    });
  });

  test('uses the language that the call names rather than the profile', async () => {
    const { handle, jobs } = setUp(async () => 'مرحبا');
    await send(handle, await request({ language: 'ar' }));
    expect(jobs[0]?.language).toBe('ar');
  });

  test('comes without a profile, too: then the engine finds out what is spoken', async () => {
    const { handle, jobs } = setUp(async () => 'Hi', { languageOf: () => Promise.reject(new Error('down')) });
    expect(await send(handle, await request())).toMatchObject({ status: 200 });
    expect(jobs[0]?.language).toBeNull();
  });
});

describe('an engine that fails', () => {
  test('is asked again after the time that it asked for', async () => {
    let calls = 0;
    const { handle, clock } = setUp(async () => {
      calls += 1;
      if (calls === 1) throw new ProviderError('rate-limited', '', { status: 429, retryAfterMs: 3_000 });
      return 'Hello';
    });
    expect(await send(handle, await request())).toMatchObject({ status: 200, text: 'Hello' });
    expect(clock.waits).toEqual([3_000]);
  });

  test.each(['refused', 'quota', 'bad-request', 'unavailable', 'bad-answer'] as const)(
    '%s: 502',
    async (kind) => {
      const { handle } = setUp(failing(new ProviderError(kind, '')));
      expect(await send(handle, await request())).toMatchObject({
        status: 502,
        error: 'Speech to text conversion failed',
      });
    },
  );

  test('is left alone for a while once its quota is used up, and the caller is told how long', async () => {
    const { handle, jobs } = setUp(failing(new ProviderError('quota', '')));
    await send(handle, await request());
    expect(await send(handle, await request())).toMatchObject({ status: 503, retryAfter: '900' });
    expect(jobs).toHaveLength(1);
  });

  test('and never answers is given up', async () => {
    const { handle, clock, jobs } = setUp(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const answer = send(handle, await request());
    await vi.waitFor(() => expect(jobs).toHaveLength(1), 10_000);
    clock.expire(45_000);
    expect(await answer).toMatchObject({ status: 502, error: 'Speech to text conversion failed' });
  });

  test('in a way that no adapter should does not take the answer with it', async () => {
    const { handle } = setUp(() => Promise.reject(new TypeError('a defect')));
    expect(await send(handle, await request())).toMatchObject({ status: 502 });
  });
});

test('a text too long for two minutes of speech is no transcription', async () => {
  expect(await send(setUp(async () => 'la '.repeat(2_000)).handle, await request())).toMatchObject({
    status: 502,
  });
});

test('one user may have two recordings written down at once, and twenty a minute', async () => {
  const { handle, clock } = setUp(async () => 'Hi');
  const three = await Promise.all([1, 2, 3].map(async () => send(handle, await request())));
  expect(three.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  for (let i = 0; i < 18; i++) expect(await send(handle, await request())).toMatchObject({ status: 200 });
  const refused = await send(handle, await request());
  expect(refused).toMatchObject({
    status: 429,
    retryAfter: '60',
    error: expect.stringContaining('Too many'),
  });
  await clock.sleep(60_000, new AbortController().signal);
  expect(await send(handle, await request())).toMatchObject({ status: 200 });
});

test('while too many recordings wait to be checked, the caller is told to come back', async () => {
  const { handle, jobs } = setUp(async () => 'Hi', { check: async () => ({ ok: false, fault: 'busy' }) });
  expect(await send(handle, await request())).toMatchObject({ status: 503, retryAfter: '5' });
  expect(jobs).toEqual([]);
});

test('without an engine the answer says so', async () => {
  const { handle } = setUp(async () => 'Hi', { providers: [] });
  expect(await send(handle, await request())).toMatchObject({
    status: 503,
    error: 'Speech to text is not available: no transcription engine is configured',
  });
});

describe('several engines', () => {
  const provider = (name: string, rest: Partial<SpeechProvider> & Pick<SpeechProvider, 'transcribe'>) => ({
    name,
    description: name,
    ...rest,
  });
  const withProviders = (...providers: SpeechProvider[]) => setUp(async () => 'unused', { providers });
  const respondsWith = (text: string) => vi.fn(async () => text);
  const fails = (error: Error) => vi.fn(() => Promise.reject<string>(error));

  test('are asked in their order, and the second answers for the first', async () => {
    const first = fails(new ProviderError('unavailable', ''));
    const second = respondsWith('Hello');
    const { handle } = withProviders(
      provider('a', { transcribe: first, limits: { attempts: 1 } }),
      provider('b', { transcribe: second }),
    );
    expect(await send(handle, await request())).toMatchObject({ status: 200, text: 'Hello' });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    expect(second).toHaveBeenCalledWith(expect.anything(), expect.anything(), { key: 'guo', lane: 'live' });
  });

  test('that do not hear the language are left out; with no other, the answer says so', async () => {
    const only = (language: Language) => (asked: Language | null) => asked === language;
    const chinese = provider('a', { isReady: only('zh'), transcribe: respondsWith('你好') });
    const { handle } = withProviders(chinese);
    expect(await send(handle, await request({ language: 'zh' }))).toMatchObject({ text: '你好' });
    expect(await send(handle, await request({ language: 'ar' }))).toMatchObject({
      status: 503,
      error: SPEECH_MESSAGES.noLanguage,
    });
    const unknown = setUp(async () => '', { providers: [chinese], languageOf: async () => null });
    expect(await send(unknown.handle, await request())).toMatchObject({ status: 503 });
    const both = withProviders(chinese, provider('b', { transcribe: respondsWith('مرحبا') }));
    expect(await send(both.handle, await request({ language: 'ar' }))).toMatchObject({ text: 'مرحبا' });
  });

  test('none of which is ready for any language are as good as none', async () => {
    const { handle } = withProviders(provider('a', { isReady: () => false, transcribe: respondsWith('x') }));
    expect(await send(handle, await request())).toMatchObject({
      status: 503,
      error: SPEECH_MESSAGES.noEngine,
    });
  });

  test('a busy engine is no failing one: the caller is told to come back', async () => {
    const busy = fails(new ProviderError('busy', ''));
    const { handle } = withProviders(provider('a', { transcribe: busy, limits: { attempts: 1 } }));
    for (let n = 0; n < 5; n++) {
      expect(await send(handle, await request())).toMatchObject({ status: 429, retryAfter: '5' });
    }
    expect(busy).toHaveBeenCalledTimes(5);
  });

  test.each([
    ['unknown-format', SPEECH_MESSAGES.unknownFormat],
    ['no-decoder', SPEECH_MESSAGES.noDecoder],
    ['damaged', expect.stringContaining('cannot be read')],
  ] as const)('a recording that is unreadable (%s): 415', async (reason, error) => {
    const unreadable = fails(new UnreadableRecordingError(reason));
    const { handle } = withProviders(provider('a', { transcribe: unreadable }));
    for (let n = 0; n < 4; n++) {
      expect(await send(handle, await request())).toMatchObject({ status: 415, error });
    }
    const able = withProviders(
      provider('a', { transcribe: unreadable }),
      provider('b', { transcribe: respondsWith('Hello') }),
    );
    expect(await send(able.handle, await request())).toMatchObject({ status: 200, text: 'Hello' });
  });

  test('each has its own time limit', async () => {
    const clock = instantClock();
    const hangs = vi.fn(
      (_: SpeechJob, signal: AbortSignal) =>
        new Promise<string>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    );
    const { handle } = setUp(async () => '', {
      clock,
      providers: [
        provider('a', { transcribe: hangs, limits: { attempts: 1, attemptMs: 90_000, totalMs: 90_000 } }),
        provider('b', { transcribe: respondsWith('Hello') }),
      ],
    });
    const answer = send(handle, await request());
    await vi.waitFor(() => expect(hangs).toHaveBeenCalled(), 10_000);
    clock.expire(90_000);
    expect(await answer).toMatchObject({ status: 200, text: 'Hello' });
  });
});

test('nothing of what was said is logged', async () => {
  const { handle, log } = setUp(async () => 'The secret price is 12');
  await send(handle, await request());
  expect(log.info).toHaveBeenCalledWith(
    expect.objectContaining({ seconds: 1, type: 'audio/webm' }),
    'transcribed',
  );
  expect(JSON.stringify(log.info.mock.calls)).not.toContain('secret');
});
