import type { Language } from '@dragoman/domain/languages';
import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError, type ProviderFailure } from '../../providers/provider.ts';
import { type ProviderResponse, requestProvider, statusError } from '../../providers/provider-http.ts';
import type { TranslationProvider } from '../translation-provider.ts';

export interface GoogleTranslationOptions {
  /** An API key that is allowed to use Cloud Translation. */
  key: string;
  /** Another host, as a proxy has; null for Google's own. */
  url: string | null;
}

const CODES: Record<Language, string> = { en: 'en', zh: 'zh-CN', ar: 'ar' };

const answerSchema = z.object({
  data: z.object({ translations: z.array(z.object({ translatedText: z.string() })).min(1) }),
});

const errorSchema = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string().optional() })).optional() }),
});

/**
 * Google answers 403 for a key that may not, for haste and for a used-up quota alike: only the
 * reason tells.
 */
const FAILURE_OF_REASON: Record<string, ProviderFailure> = {
  dailyLimitExceeded: 'quota',
  quotaExceeded: 'quota',
  billingNotActive: 'quota',
  rateLimitExceeded: 'rate-limited',
  userRateLimitExceeded: 'rate-limited',
};

/** Translates with Google Cloud Translation, version 2 (Basic). */
export function googleProvider(options: GoogleTranslationOptions): TranslationProvider {
  const base = options.url ?? 'https://translation.googleapis.com';
  const url = `${withoutTrailing(base, '/')}/language/translate/v2`;
  return {
    name: 'google',
    description: `Google Cloud Translation at ${new URL(url).host}`,
    async translate(job, signal) {
      const answer = await requestProvider(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          // In the address it would end up in the logs of every proxy on the way.
          'x-goog-api-key': options.key,
        },
        body: JSON.stringify({
          q: [job.text],
          source: CODES[job.source],
          target: CODES[job.target],
          // Without it the answer comes with HTML entities.
          format: 'text',
        }),
        signal,
      });
      if (!answer.ok) throw statusError(answer, failureOf(answer));
      const translation = answerSchema.safeParse(answer.body).data?.data.translations[0];
      if (!translation) {
        throw new ProviderError('bad-answer', 'The answer has no translations', { status: answer.status });
      }
      return translation.translatedText;
    },
  };
}

/** @returns the failure that Google's reason names, or undefined when the status says enough */
function failureOf(answer: ProviderResponse): ProviderFailure | undefined {
  const reason = errorSchema.safeParse(answer.body).data?.error.errors?.[0]?.reason ?? '';
  return Object.hasOwn(FAILURE_OF_REASON, reason) ? FAILURE_OF_REASON[reason] : undefined;
}
