import type { OpenAiCompatibleOptions } from '../../providers/openai-compatible.ts';
import type { TranslationProvider } from '../translation-provider.ts';
import { type AzureTranslatorOptions, azureProvider } from './azure.ts';
import { type DeepLOptions, deepLProvider } from './deepl.ts';
import { type GoogleTranslationOptions, googleProvider } from './google.ts';
import { type LibreTranslateOptions, libreTranslateProvider } from './libretranslate.ts';
import { openAiCompatibleProvider } from './openai.ts';

/** A provider that is on. */
export type TranslationProviderConfig =
  | ({ kind: 'openai' } & OpenAiCompatibleOptions)
  | ({ kind: 'deepl' } & DeepLOptions)
  | ({ kind: 'google' } & GoogleTranslationOptions)
  | ({ kind: 'azure' } & AzureTranslatorOptions)
  | ({ kind: 'libretranslate' } & LibreTranslateOptions);

/**
 * @param configs in the order in which the providers are tried
 * @throws {TypeError} for an invalid address
 */
export function providersFromConfig(configs: readonly TranslationProviderConfig[]): TranslationProvider[] {
  return configs.map(providerFromConfig);
}

function providerFromConfig(config: TranslationProviderConfig): TranslationProvider {
  switch (config.kind) {
    case 'openai':
      return openAiCompatibleProvider(config);
    case 'deepl':
      return deepLProvider(config);
    case 'google':
      return googleProvider(config);
    case 'azure':
      return azureProvider(config);
    case 'libretranslate':
      return libreTranslateProvider(config);
  }
}

/** @returns a line per provider for the start banner: names, models and hosts, never keys. */
export function describeProviders(providers: readonly TranslationProvider[]): string[] {
  return providers.map((provider) => provider.description);
}
