/** Product names of providers; the same in all languages. */
const PRODUCTS: Readonly<Record<string, string>> = {
  deepl: 'DeepL',
  google: 'Google Cloud Translation',
  azure: 'Azure AI Translator',
  libretranslate: 'LibreTranslate',
  bergamot: 'Firefox Translations',
};

/**
 * @param provider the server's name. @returns the product name; the server's own for unknown
 * providers
 */
export function providerName(provider: string): string {
  return PRODUCTS[provider] ?? provider;
}
