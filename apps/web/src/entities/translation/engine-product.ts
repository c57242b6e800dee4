/** What engines are called by their makers; the same in all languages. */
const PRODUCTS: Readonly<Record<string, string>> = {
  deepl: 'DeepL',
  google: 'Google Cloud Translation',
  azure: 'Azure AI Translator',
  libretranslate: 'LibreTranslate',
  bergamot: 'Firefox Translations',
};

/** @param engine as the server names it. @returns the name that people know; the server's for one that has no other */
export function engineProduct(engine: string): string {
  return PRODUCTS[engine] ?? engine;
}
