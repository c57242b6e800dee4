import { type AzureTranslatorOptions, azureEngine } from './azure.ts';
import { type DeepLOptions, deepLEngine } from './deepl.ts';
import type { TranslationEngine } from './engine.ts';
import { type GoogleTranslationOptions, googleEngine } from './google.ts';
import { type LibreTranslateOptions, libreTranslateEngine } from './libretranslate.ts';
import { type OpenAiCompatibleOptions, openAiCompatibleEngine } from './openai-compatible.ts';

/** An engine that is on. */
export type TranslationEngineConfig =
  | ({ kind: 'openai' } & OpenAiCompatibleOptions)
  | ({ kind: 'deepl' } & DeepLOptions)
  | ({ kind: 'google' } & GoogleTranslationOptions)
  | ({ kind: 'azure' } & AzureTranslatorOptions)
  | ({ kind: 'libretranslate' } & LibreTranslateOptions);

/**
 * @param configs in the order in which the engines are tried
 * @throws {TypeError} for an invalid address
 */
export function enginesFromConfig(configs: readonly TranslationEngineConfig[]): TranslationEngine[] {
  return configs.map(engineFromConfig);
}

function engineFromConfig(config: TranslationEngineConfig): TranslationEngine {
  switch (config.kind) {
    case 'openai':
      return openAiCompatibleEngine(config);
    case 'deepl':
      return deepLEngine(config);
    case 'google':
      return googleEngine(config);
    case 'azure':
      return azureEngine(config);
    case 'libretranslate':
      return libreTranslateEngine(config);
  }
}

/** @returns a line per engine for the start banner: names, models and hosts, never keys. */
export function describeEngines(engines: readonly TranslationEngine[]): string[] {
  return engines.map((engine) => engine.description);
}
