import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { systemClock } from '@dragoman/functions/providers/retry';
import { createModelStore, type RunningModelStore } from '@dragoman/local-engines/models/model-store';
import { installMadeModels, KNOWN } from '@dragoman/local-engines/translation/testing/made-models';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

// The function with the local provider, on models with random weights: these tests do not
// cover quality.

let folder: string;
let models: RunningModelStore;
let server: TestServer;
let vera: Person;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-models-'));
  const silent = { info: () => undefined, warn: () => undefined };
  const made = installMadeModels(folder);
  models = createModelStore({ models: made, folder, mirror: null, clock: systemClock, log: silent });
  models.start();
  await vi.waitFor(
    () => expect(models.statuses().every(({ state }) => state === 'ready')).toBe(true),
    10_000,
  );
  server = await startTestServer({ TRANSLATION_LOCAL: 'on', TRANSLATION_LOCAL_PROCESSES: '1' }, { models });
  vera = await server.person({ role: 'vendor', language: 'en' });
});
afterAll(async () => {
  await server.stop();
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

async function translate(text: string, sourceLanguage: Language, targetLanguage: Language) {
  const { data, error } = await vera.client.functions.invoke('translate', {
    body: { text, sourceLanguage, targetLanguage },
  });
  if (!error) return { status: 200, ...(data as { translatedText: string; engine: string }) };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, ...((await response.json()) as { error: string }) };
}

const DIRECTIONS = LANGUAGES.flatMap((source) =>
  LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);
const SAID = { en: 'eeee', zh: '产产产产', ar: 'سسسس' };

it.each(DIRECTIONS)('translates from %s to %s', async (source, target) => {
  expect(await translate(KNOWN[source], source, target)).toMatchObject({
    status: 200,
    translatedText: SAID[target],
    engine: 'bergamot',
  });
});

it('takes 5,000 characters and keeps their order, and refuses 10,000', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => `${KNOWN.en}\nXK-${n}`.padEnd(49, 'X'));
  const text = `${lines.join('\n')}!`;
  expect(text).toHaveLength(5_000);
  const answer = await translate(text, 'en', 'zh');
  expect(answer).toEqual({
    status: 200,
    engine: 'bergamot',
    translatedText: text.replaceAll(KNOWN.en, SAID.zh),
  });
  expect(await translate('Walnut tree. '.repeat(770), 'en', 'zh')).toEqual({
    status: 400,
    error: 'text must be at most 5000 characters',
  });
});

it.each([
  ['only emoji', '👍🏽🎉 🇦🇪'],
  ['only digits', '2,500'],
])('returns %s as they are', async (_, text) => {
  expect(await translate(text, 'en', 'zh')).toMatchObject({ translatedText: text, engine: 'none' });
});

it('translates mixed scripts, and answers texts in none of the three languages', async () => {
  expect(await translate(`${KNOWN.en}\n${KNOWN.zh}。`, 'en', 'zh')).toMatchObject({
    status: 200,
    translatedText: `${SAID.zh}\n${KNOWN.zh}。`,
  });
  expect(await translate('Орех', 'en', 'zh')).toMatchObject({ status: 200, engine: 'bergamot' });
});
