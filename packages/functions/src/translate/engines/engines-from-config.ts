import type { TranslationEngine } from './engine.ts';
import { type LibreTranslateOptions, libreTranslateEngine } from './libretranslate.ts';
import { type OpenAiCompatibleOptions, openAiCompatibleEngine } from './openai-compatible.ts';

/** Which engines are on. Whoever hosts the function reads and checks the environment and passes this in. */
export interface TranslationEnginesConfig {
  /** TRANSLATION_OPENAI_URL, _KEY, _MODEL. */
  openai: OpenAiCompatibleOptions | null;
  /** LIBRETRANSLATE_URL, _API_KEY. */
  libreTranslate: LibreTranslateOptions | null;
}

/**
 * @returns the engines in the order in which they are tried: a language model first, because it reads a whole sentence
 * in its business setting, then LibreTranslate.
 * @throws {TypeError} when an address is no URL.
 */
export function enginesFromConfig(config: TranslationEnginesConfig): TranslationEngine[] {
  return [
    ...(config.openai ? [openAiCompatibleEngine(config.openai)] : []),
    ...(config.libreTranslate ? [libreTranslateEngine(config.libreTranslate)] : []),
  ];
}

/** @returns a line per engine for the start banner: names, models and hosts, never keys. */
export function describeEngines(engines: readonly TranslationEngine[]): string[] {
  return engines.map((engine) => engine.description);
}
