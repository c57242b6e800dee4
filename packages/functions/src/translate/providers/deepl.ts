import type { Language } from '@dragoman/domain/languages';
import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError } from '../../providers/provider.ts';
import { type ProviderResponse, requestProvider, statusError } from '../../providers/provider-http.ts';
import type { TranslationProvider } from '../translation-provider.ts';

export interface DeepLOptions {
  /** Keys of the free plan end in ":fx" and have a host of their own. */
  key: string;
  /** Another host, as a proxy has; null for DeepL's own. */
  url: string | null;
}

/** DeepL wants the script with the target, and will not have it with the source. */
const SOURCE_CODES: Record<Language, string> = { en: 'EN', zh: 'ZH', ar: 'AR' };
const TARGET_CODES: Record<Language, string> = { en: 'EN-US', zh: 'ZH-HANS', ar: 'AR' };

/** "Quota exceeded", a status of DeepL's own. */
const QUOTA_USED_UP = 456;

const answerSchema = z.object({ translations: z.array(z.object({ text: z.string() })).min(1) });

/** Translates with DeepL's API, version 2. */
export function deepLProvider(options: DeepLOptions): TranslationProvider {
  const base = options.url ?? `https://${options.key.endsWith(':fx') ? 'api-free' : 'api'}.deepl.com`;
  const url = `${withoutTrailing(base, '/')}/v2/translate`;
  return {
    name: 'deepl',
    description: `DeepL at ${new URL(url).host}`,
    async translate(job, signal) {
      const answer = await requestProvider(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: `DeepL-Auth-Key ${options.key}`,
        },
        body: JSON.stringify({
          text: [job.text],
          source_lang: SOURCE_CODES[job.source],
          target_lang: TARGET_CODES[job.target],
        }),
        signal,
      });
      if (!answer.ok) throw failureOf(answer);
      const translation = answerSchema.safeParse(answer.body).data?.translations[0];
      if (!translation) {
        throw new ProviderError('bad-answer', 'The answer has no translations', { status: answer.status });
      }
      return translation.text;
    },
  };
}

function failureOf(answer: ProviderResponse): ProviderError {
  return answer.status === QUOTA_USED_UP ? statusError(answer, 'quota') : statusError(answer);
}
