import type { Language } from '@dragoman/domain/languages';
import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError, type ProviderFailure } from '../../providers/provider.ts';
import { type ProviderResponse, requestProvider, statusError } from '../../providers/provider-http.ts';
import type { TranslationProvider } from '../translation-provider.ts';

export interface AzureTranslatorOptions {
  key: string;
  /** Needed with the key of a regional resource; null with a global one. */
  region: string | null;
  /** Another host: a national cloud, or a proxy; null for the global one. */
  url: string | null;
}

const CODES: Record<Language, string> = { en: 'en', zh: 'zh-Hans', ar: 'ar' };

const answerSchema = z
  .array(z.object({ translations: z.array(z.object({ text: z.string() })).min(1) }))
  .min(1);

const errorSchema = z.object({ error: z.object({ code: z.union([z.number(), z.string()]) }) });

/**
 * "The subscription has exceeded its free quota", which comes with the status of a key that may
 * not.
 */
const QUOTA_USED_UP = '403001';

/** Translates with Azure AI Translator, version 3. */
export function azureProvider(options: AzureTranslatorOptions): TranslationProvider {
  const base = options.url ?? 'https://api.cognitive.microsofttranslator.com';
  const translateUrl = `${withoutTrailing(base, '/')}/translate`;
  return {
    name: 'azure',
    description: `Azure Translator at ${new URL(translateUrl).host}`,
    async translate(job, signal) {
      const url = new URL(translateUrl);
      url.search = new URLSearchParams({
        'api-version': '3.0',
        from: CODES[job.source],
        to: CODES[job.target],
      }).toString();
      const answer = await requestProvider(url.href, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'ocp-apim-subscription-key': options.key,
          ...(options.region ? { 'ocp-apim-subscription-region': options.region } : {}),
        },
        body: JSON.stringify([{ Text: job.text }]),
        signal,
      });
      if (!answer.ok) throw statusError(answer, failureOf(answer));
      const translation = answerSchema.safeParse(answer.body).data?.[0]?.translations[0];
      if (!translation) {
        throw new ProviderError('bad-answer', 'The answer has no translations', { status: answer.status });
      }
      return translation.text;
    },
  };
}

/** @returns the failure that Azure's own code names, or undefined when the status says enough */
function failureOf(answer: ProviderResponse): ProviderFailure | undefined {
  const code = String(errorSchema.safeParse(answer.body).data?.error.code ?? '');
  if (code === QUOTA_USED_UP) return 'quota';
  if (/^429\d{3}$/.test(code)) return 'rate-limited';
  return undefined;
}
