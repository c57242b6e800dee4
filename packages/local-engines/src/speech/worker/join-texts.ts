/** Written without spaces between words. */
const CLOSE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** @returns the texts of neighbouring stretches as one; with a space where the script has spaces */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  for (const text of texts.map((one) => one.trim()).filter((one) => one !== '')) {
    const [last = '', first = ''] = [[...joined].at(-1), [...text].at(0)];
    const isClose = joined === '' || (CLOSE.test(last) && CLOSE.test(first));
    joined += isClose ? text : ` ${text}`;
  }
  return joined;
}
