import { once } from 'node:events';
import type { Language } from '@dragoman/domain/languages';
import { ProviderError } from '@dragoman/functions/providers/provider';
import { expect, it } from 'vitest';
import type { ModelStore } from '../models/model.ts';
import { ModelRefusedError } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { createLocalProvider } from './local-provider.ts';
import type { TranslateJob } from './worker/messages.ts';

const NEVER = new AbortController().signal;

function providerOf(
  ready: string[],
  translate: (job: TranslateJob, signal: AbortSignal) => Promise<string> = async ({ text }) => `<${text}>`,
  begins = true,
) {
  const jobs: TranslateJob[] = [];
  const unusable: string[] = [];
  const store = {
    files: (id: string) =>
      ready.includes(id) ? { model: `${id}/m`, shortlist: `${id}/s`, vocabulary: `${id}/v` } : null,
    markUnusable: (...marked: [string, string]) => unusable.push(marked.join(': ')),
  } as unknown as ModelStore;
  const pool = {
    run: (job: TranslateJob, _turn: unknown, signal: AbortSignal, onBegin: () => void) => {
      jobs.push(job);
      if (begins) onBegin();
      return translate(job, signal);
    },
  } as unknown as WorkerPool<TranslateJob, string>;
  return { provider: createLocalProvider(store, pool), jobs, unusable };
}

const job = (text: string, source: Language, target: Language) => ({ text, source, target });
const ALL = ['en-zh', 'zh-en', 'en-ar', 'ar-en'].map((pair) => `translation-${pair}`);

it.each([
  ['en', 'zh', ['translation-en-zh']],
  ['ar', 'en', ['translation-ar-en']],
  ['zh', 'ar', ['translation-zh-en', 'translation-en-ar']],
  ['ar', 'zh', ['translation-ar-en', 'translation-en-zh']],
] as const)('from %s to %s it takes %j', async (source, target, ids) => {
  const { provider, jobs } = providerOf(ALL);
  const text = { en: 'Hello there', zh: '你好', ar: 'مرحبا' }[source];
  expect(provider.isReady?.(job(text, source, target))).toBe(true);
  expect(await provider.translate(job(text, source, target), NEVER)).toBe(`<${text}>`);
  expect(jobs[0]?.models.map(({ id }) => id)).toEqual(ids);
  expect(jobs[0]?.models[0]?.vocabularies).toHaveLength(1);
});

it('is ready for the directions whose models are', () => {
  const { provider } = providerOf(['translation-zh-en']);
  expect(provider.isReady?.(job('你好', 'zh', 'en'))).toBe(true);
  expect(provider.isReady?.(job('你好', 'zh', 'ar'))).toBe(false);
  expect(provider.isReady?.(job('Hello', 'en', 'zh'))).toBe(false);
});

it('keeps the lines of a long message', async () => {
  const { provider, jobs } = providerOf(ALL);
  const text = Array.from({ length: 200 }, (_, line) => `- Line number ${line} has a few words. And 👍`).join(
    '\n',
  );
  const answer = await provider.translate(job(text, 'en', 'ar'), NEVER);
  expect(jobs).toHaveLength(400);
  expect(answer.split('\n')).toHaveLength(200);
  expect(answer.split('\n')[7]).toBe('- <Line number 7 has a few words.> <And> 👍');
});

it('translates the words around an address that the engine loses', async () => {
  const loses = async ({ text }: TranslateJob) => `<${text.replaceAll('fair.example', 'fare.example')}>`;
  const { provider } = providerOf(ALL, loses);
  const text = 'See https://fair.example/a for prices, or write to li@fair.example today.';
  expect(await provider.translate(job(text, 'en', 'ar'), NEVER)).toBe(
    '<See> https://fair.example/a <for prices, or write to> li@fair.example <today.>',
  );
  const keeps = providerOf(ALL);
  expect(await keeps.provider.translate(job(text, 'en', 'ar'), NEVER)).toBe(`<${text}>`);
  expect(keeps.jobs).toHaveLength(1);
});

it('reports a model that the engine cannot load', async () => {
  const { provider, unusable } = providerOf(ALL, async ({ models: [model] }) => {
    throw new ModelRefusedError(model?.id ?? '', 'Unknown model type');
  });
  await expect(provider.translate(job('Hello there. How much?', 'en', 'zh'), NEVER)).rejects.toMatchObject({
    failure: 'unavailable',
  });
  expect(unusable).toEqual(['translation-en-zh: Unknown model type']);
});

it('one sentence that fails ends the others', async () => {
  const failure = new ProviderError('busy', 'full');
  const { provider } = providerOf(ALL, () => Promise.reject(failure));
  await expect(provider.translate(job('One. Two. Three.', 'en', 'zh'), NEVER)).rejects.toBe(failure);
});

it.each([
  ['a text of which a part is done', true, 'Done. Not yet.', 'busy'],
  ['a text whose turn has not come', false, 'Not yet.', 'busy'],
  ['a text that the engine does not get done', true, 'Not yet.', 'timeout'],
])('%s when its time is over (begun: %s)', async (_, begins, text, failure) => {
  const attempt = new AbortController();
  const translate = async (one: TranslateJob, signal: AbortSignal) => {
    if (one.text === 'Done.') return 'done';
    setTimeout(() => attempt.abort());
    await once(signal, 'abort');
    throw new ProviderError('timeout', 'The caller no longer waits');
  };
  const { provider } = providerOf(ALL, translate, begins);
  const attempted = provider.translate(job(text, 'en', 'zh'), attempt.signal);
  await expect(attempted).rejects.toMatchObject({ failure });
});
