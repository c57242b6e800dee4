import type { Language } from '@dragoman/domain/languages';
import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError } from '../../providers/provider.ts';
import { requestProvider, statusError } from '../../providers/provider-http.ts';
import type { TranslationProvider } from '../translation-provider.ts';

export interface LibreTranslateOptions {
  /** Base URL of the host, as its own documentation gives it. */
  url: string;
  /** Sent in the body when the host wants one. */
  apiKey: string | null;
}

const languagesSchema = z.array(z.object({ code: z.string() }));
const translationSchema = z.object({ translatedText: z.string() });

/** Translates with a LibreTranslate server (version 1.9; older hosts too). */
export function libreTranslateProvider(options: LibreTranslateOptions): TranslationProvider {
  const base = withoutTrailing(options.url, '/');
  let knownCodes: ReadonlySet<string> | null = null;

  /**
   * The host's languages, asked once. Null when it does not say: then its documented codes are
   * used.
   */
  async function hostCodes(signal: AbortSignal): Promise<ReadonlySet<string> | null> {
    if (knownCodes) return knownCodes;
    const answer = await requestProvider(`${base}/languages`, {
      headers: { accept: 'application/json' },
      signal,
    });
    const languages = answer.ok ? languagesSchema.safeParse(answer.body).data : undefined;
    if (languages) knownCodes = new Set(languages.map((language) => language.code));
    return knownCodes;
  }

  return {
    name: 'libretranslate',
    description: `LibreTranslate at ${new URL(base).host}`,
    async translate(job, signal) {
      const codes = await hostCodes(signal);
      const answer = await requestProvider(`${base}/translate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          q: job.text,
          source: hostCode(job.source, codes),
          target: hostCode(job.target, codes),
          format: 'text',
          ...(options.apiKey ? { api_key: options.apiKey } : {}),
        }),
        signal,
      });
      if (!answer.ok) throw statusError(answer);
      const translation = translationSchema.safeParse(answer.body).data;
      if (!translation) {
        throw new ProviderError('bad-answer', 'The answer has no translatedText', { status: answer.status });
      }
      return translation.translatedText;
    },
  };
}

/**
 * Newer hosts call Simplified Chinese zh-Hans, older ones zh; both understand zh when they do not
 * list either.
 */
function hostCode(language: Language, codes: ReadonlySet<string> | null): string {
  const candidates = language === 'zh' ? ['zh-Hans', 'zh'] : [language];
  if (!codes) return language;
  const code = candidates.find((candidate) => codes.has(candidate));
  if (!code) throw new ProviderError('bad-request', `The host has no model for ${language}`);
  return code;
}
