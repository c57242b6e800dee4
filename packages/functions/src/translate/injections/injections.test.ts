import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@dragoman/domain/languages';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startLocalServer } from '../../testing/local-server.ts';
import { memoryCache } from '../cache.ts';
import { checkTranslation } from '../checks/check-translation.ts';
import { createTranslateHandler } from '../handler.ts';
import { openAiCompatibleProvider } from '../providers/openai.ts';
import type { TranslationJob } from '../translation-provider.ts';

// Texts that try to give orders to the translating model. No model runs here. The tests show that a
// text stays data in the request, and that an answer that shows obedience never reaches a user.
// `obeyed` is what a model that follows the order would answer.

const INJECTIONS = z
  .array(
    z.object({
      attack: z.string(),
      source: z.enum(LANGUAGES),
      target: z.enum(LANGUAGES),
      text: z.string(),
      obeyed: z.string(),
      translation: z.string(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('./injections.json', import.meta.url), 'utf8')));

const requestSchema = z.strictObject({
  model: z.string(),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  stream: z.literal(false),
  temperature: z.literal(0),
});

/** A server that speaks OpenAI's chat completions and answers `content`. */
async function model(content: string) {
  const server = await startLocalServer(() => ({
    body: { choices: [{ message: { content }, finish_reason: 'stop' }] },
  }));
  const provider = openAiCompatibleProvider({ url: server.url, key: null, model: 'm' });
  return { provider, seen: server.seen };
}

test('there are at least thirty, in three languages', () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(30);
  for (const language of LANGUAGES) {
    expect(INJECTIONS.filter(({ source }) => source === language).length).toBeGreaterThanOrEqual(10);
  }
});

describe.each(INJECTIONS)(
  '$attack, $source to $target: $text',
  ({ source, target, text, obeyed, translation }) => {
    const job: TranslationJob = { text, source, target };

    test('goes into the request as data, between markers that it cannot close', async () => {
      const { provider, seen } = await model(translation);
      await provider.translate(job, AbortSignal.timeout(5_000));
      const { messages } = requestSchema.parse(seen[0]?.body);
      const marker = /^<([\w-]+)>\n/.exec(messages[1].content)?.[1] ?? '';
      expect(text.toLowerCase()).not.toContain(marker);
      expect(messages[1].content).toBe(`<${marker}>\n${text}\n</${marker}>`);
      expect(messages[0].content).toContain(`between <${marker}> and </${marker}>`);
      expect(messages[0].content).not.toContain(text);
    });

    test('an honest translation of it is delivered', async () => {
      const { provider } = await model(translation);
      const answer = await provider.translate(job, AbortSignal.timeout(5_000));
      expect(checkTranslation(job, answer)).toEqual({ ok: true, text: translation });
    });

    test('an obedient answer is refused, and the next engine asked', async () => {
      const obedient = await model(obeyed);
      const honest = await model(translation);
      const handler = createTranslateHandler({
        providers: [obedient.provider, honest.provider],
        cache: memoryCache(),
        log: { info: vi.fn(), warn: vi.fn() },
      });
      const body = JSON.stringify({ text, sourceLanguage: source, targetLanguage: target });
      const request = new Request('http://own.invalid/translate', { method: 'POST', body });
      const response = await handler(request, { userId: 'somebody' });
      expect(await response.json()).toMatchObject({ translatedText: translation });
      expect([obedient.seen.length, honest.seen.length]).toEqual([1, 1]);
    });
  },
);
