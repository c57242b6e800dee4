import { labelsIn } from './labels.ts';
import { asciiDigits } from './script.ts';
import type { Segment } from './segments.ts';

const WECHAT_WORD = /(?:we ?-?c[hn][aeo][tl1]|微 ?信|微 ?倌|vx|وي ?تشات|ويشات|وي شات)/i;
/** A WeChat ID: begins with a letter, 6 to 20 letters, digits, dashes and underscores. */
const WECHAT_ID = /(?<![@.\w-])[a-z][a-z0-9_-]{5,19}(?![@.\w-])/gi;
/** Words beside the label that are not an id. */
const NO_ID = /^(wechat|whatsapp|mobile|official|account|phone|number|telephone)$/i;

/**
 * @returns the WeChat ID that a card labels as such, else null; a number by the label is left to
 * `findPhones`
 */
export function findWechatId(segments: readonly Segment[]): { text: string; confidence: number } | null {
  for (const segment of segments) {
    if (!labelsIn(segment.text).includes('wechat')) continue;
    const line = asciiDigits(segment.words.map((word) => word.text).join(' '));
    const label = line.search(WECHAT_WORD);
    const after = label === -1 || segment.rightToLeft ? line : line.slice(label);
    const id = idIn(after.replace(WECHAT_WORD, ' '));
    if (id) return { text: id, confidence: segment.confidence };
    if (/\d{5}/.test(after)) continue;
    const beside = segments.find((one) => one !== segment && isBeside(one, segment) && idIn(one.text));
    const text = beside && idIn(beside.text);
    if (beside && text) return { text, confidence: beside.confidence };
  }
  return null;
}

function idIn(text: string): string | null {
  const ids = (text.match(WECHAT_ID) ?? []).filter((id) => !NO_ID.test(id));
  return ids[0] ?? null;
}

function isBeside(one: Segment, label: Segment): boolean {
  if (one.row === label.row) return true;
  const distance = one.box.y - (label.box.y + label.box.height);
  return distance >= 0 && distance < label.height && Math.abs(one.box.x - label.box.x) < label.height * 2;
}
