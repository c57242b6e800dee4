import type { Language } from '@dragoman/domain/languages';

const FULL_WIDTH: Record<string, string> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
  '.': '。',
};
const ARABIC: Record<string, string> = {
  ',': '،',
  ';': '؛',
  '?': '؟',
  '，': '،',
  '；': '؛',
  '？': '؟',
  '。': '.',
  '！': '!',
};
const LATIN: Record<string, string> = {
  '，': ', ',
  '、': ', ',
  '；': '; ',
  '：': ': ',
  '？': '? ',
  '！': '! ',
  '。': '. ',
  '،': ', ',
  '؛': '; ',
  '؟': '? ',
};

/**
 * Gives a translated sentence the punctuation of its language. The engine copies some marks from
 * the source. Marks inside numbers, times and addresses stay, because only marks after letters of
 * the language change.
 */
export function localPunctuation(sentence: string, language: Language): string {
  switch (language) {
    case 'zh':
      return sentence
        .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
        .replace(/(?<=\p{Script=Han}[”》）]?)([,;:?!]) */gu, (_, mark: string) => FULL_WIDTH[mark] ?? mark)
        .replace(/([^.])([.?!])$/su, (end, before: string, mark: string, at: number, whole: string) =>
          /\p{Script=Han}/u.test(whole.slice(0, at)) ? before + (FULL_WIDTH[mark] ?? mark) : end,
        )
        .replace(/(?<=\p{Script=Han})\.$/u, '。');
    case 'ar':
      return sentence.replace(
        /(?<=\p{Script=Arabic})([,;?，；？。！])/gu,
        (_, mark: string) => ARABIC[mark] ?? mark,
      );
    case 'en':
      return sentence
        .replace(/ ?([，、；：？！。،؛؟]) */gu, (_, mark: string) => LATIN[mark] ?? mark)
        .trimEnd();
  }
}
