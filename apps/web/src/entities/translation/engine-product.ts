/** Product names of engines; the same in all languages. */
const PRODUCTS: Readonly<Record<string, string>> = {
  deepl: 'DeepL',
  google: 'Google Cloud Translation',
  azure: 'Azure AI Translator',
  libretranslate: 'LibreTranslate',
  bergamot: 'Firefox Translations',
};

/**
 * @param engine the server's name. @returns the product name; the server's own for unknown engines
 */
export function engineProduct(engine: string): string {
  return PRODUCTS[engine] ?? engine;
}
