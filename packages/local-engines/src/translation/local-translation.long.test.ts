import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import { createProviderHealth } from '@dragoman/functions/providers/provider-health';
import { DEFAULT_LIMITS, systemClock } from '@dragoman/functions/providers/retry';
import { memoryCache } from '@dragoman/functions/translate/cache';
import { type ChainDependencies, translateText } from '@dragoman/functions/translate/chain';
import type { TranslationProvider } from '@dragoman/functions/translate/translation-provider';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeModels } from '../models/describe-state.ts';
import { createModelStore, type RunningModelStore } from '../models/model-store.ts';
import { type LocalTranslation, openLocalTranslation } from './local-translation.ts';
import { installMadeModels, KNOWN } from './testing/made-models.ts';

// The real engine in a real process, on models with random weights: nothing here is about the
// quality of a translation.

const NEVER = new AbortController().signal;
const logged: unknown[] = [];
const log = {
  info: (...entry: unknown[]) => logged.push(entry),
  warn: (...entry: unknown[]) => logged.push(entry),
};
let folder: string;
let store: RunningModelStore;
let local: LocalTranslation;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-models-'));
  // A model of an architecture that this engine does not know.
  const models = installMadeModels(folder, { 'translation-ar-en': { type: 'rnn-of-tomorrow' } });
  store = createModelStore({ models, folder, mirror: null, clock: systemClock, log });
  store.start();
  await vi.waitFor(() => expect(store.statuses().every(({ state }) => state === 'ready')).toBe(true), 10_000);
  local = openLocalTranslation(store, { workers: 1, residentBytes: 2 ** 31 }, log);
});
afterAll(async () => {
  local.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const translate = (text: string, source: Language, target: Language) =>
  local.provider.translate({ text, source, target }, NEVER);

it('translates every line of a 10,000-character message, in order', { timeout: 60_000 }, async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const lines = Array.from({ length: 100 }, (_, n) =>
    `${KNOWN.en} https://fair.example/${n}/`.padEnd(99, 'x'),
  );
  const text = `${lines.join('\n')}\n`;
  expect(text).toHaveLength(10_000);
  expect(await translate(text, 'en', 'zh')).toBe(text.replaceAll(KNOWN.en, '产产产产'));
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

it.each([
  ['only emoji', '👍🏽🎉 🇦🇪', '👍🏽🎉 🇦🇪'],
  ['only digits', '1,000 / 2,000', '1,000 / 2,000'],
])('keeps a text of %s', async (_, text, expected) => {
  expect(await translate(text, 'en', 'zh')).toBe(expected);
});

it('translates what is in its language, and keeps what is in the target language', async () => {
  const mixed = `${KNOWN.en}\n${KNOWN.zh}。\n${KNOWN.en} 👍 500`;
  expect((await translate(mixed, 'en', 'zh')).split('\n')).toEqual([
    '产产产产',
    `${KNOWN.zh}。`,
    '产产产产 👍 500',
  ]);
});

it('a model of another architecture is unusable, and the next engine translates', {
  timeout: 30_000,
}, async () => {
  const next: TranslationProvider = {
    name: 'next',
    description: 'next',
    translate: async () => '我们的产品都是现货',
  };
  const providers = [local.provider, next];
  const chain: ChainDependencies = {
    providers,
    phrasebook: shippedPhrasebook(),
    cache: memoryCache(),
    health: createProviderHealth(providers, { kind: 'translation', clock: systemClock, log }),
    log,
    clock: systemClock,
    limits: DEFAULT_LIMITS,
  };
  const ask = (text: string, sourceLanguage: Language, targetLanguage: Language) =>
    translateText({ text, sourceLanguage, targetLanguage }, chain, { glossary: [], signal: NEVER });
  const secret = 'منتجاتنا الجوزية متوفرة';
  logged.length = 0;
  expect(await ask(secret, 'ar', 'zh')).toMatchObject({ translation: { engine: 'next' } });
  expect(describeModels(store.statuses())).toEqual({
    'translation-en-zh': 'ready',
    'translation-zh-en': 'ready',
    'translation-en-ar': 'ready',
    'translation-ar-en': 'failed: the engine could not load it',
  });
  expect(local.provider.isReady?.({ text: secret, source: 'ar', target: 'zh' })).toBe(false);
  const entries = JSON.stringify(logged);
  expect(entries).toContain('Unknown model type: rnn-of-tomorrow');
  expect(entries).not.toContain(secret);
  expect(await ask(KNOWN.en, 'en', 'zh')).toMatchObject({ translation: { engine: 'bergamot' } });
});

it('knows which directions are ready', () => {
  const ready = LANGUAGES.flatMap((source) =>
    LANGUAGES.filter(
      (target) => target !== source && local.provider.isReady?.({ text: '', source, target }),
    ).map((target) => `${source}-${target}`),
  );
  expect(ready.sort()).toEqual(['en-ar', 'en-zh', 'zh-ar', 'zh-en']);
});
