import type { PostProcessorModule } from 'i18next';

/** A space between a Han sign of the text and a Han sign of an isolated name, on either side of it. */
const BESIDE_NAME = /(\p{Script=Han}) (?=\u2068\p{Script=Han})|(\p{Script=Han}\u2069) (?=\p{Script=Han})/gu;

/**
 * Chinese has a space between Han and Latin letters alone (docs/interface-terms.md), and a name may be
 * in either script. The texts have the space; this takes it away beside a name in Han.
 */
export const hanSpacing: PostProcessorModule = {
  type: 'postProcessor',
  name: 'han-spacing',
  process: (text, _key, _options, translator) =>
    translator.language === 'zh' ? withoutSpacesBesideNames(text) : text,
};

/** @returns a Chinese text without the spaces beside isolated names in Han */
export function withoutSpacesBesideNames(text: string): string {
  return text.replace(BESIDE_NAME, '$1$2');
}

/**
 * Intl writes '12分钟', and the texts have a space between digits and Han
 * (docs/interface-terms.md). Not for dates and times of day, which stay as Intl writes them:
 * 2026年11月21日.
 */
export function spacedDigits(text: string, language: string): string {
  return language === 'zh' ? text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ') : text;
}
