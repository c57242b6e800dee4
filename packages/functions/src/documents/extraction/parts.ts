import { lookBehind } from '@dragoman/domain/look-behind';
import type { Box } from '../recognized-document.ts';
import { type Script, scriptRuns } from './script.ts';
import { type Segment, surroundingBox } from './segments.ts';
import { isTitle } from './title-words.ts';

/**
 * A piece of text that may be a name, a company or a title: in one script, from one line or from
 * two that belong together.
 */
export interface Part {
  text: string;
  script: Script;
  box: Box;
  /** The height of its letters, in pixels. */
  height: number;
  /** 0 to 1. */
  confidence: number;
  /** The segments that it was made of: two parts that share a line cannot both be taken. */
  sources: readonly Segment[];
  /** Position in its line, to tell parts of one line apart. */
  place: number;
}

/**
 * Takes segments apart where a line holds several things: 'Sales Manager | 销售经理', 'Zhang Wei, CEO',
 * '张伟 经理'.
 */
export function partsOf(segments: readonly Segment[]): Part[] {
  return segments.flatMap((segment) => {
    const pieces = segment.text
      .replace(/\s+/g, ' ')
      .split(/ [|/\\·•–—] |[|｜•]| - /)
      .flatMap((piece) => scriptRuns(piece))
      .flatMap(({ text, script }) =>
        splitTitle(text, script).map((one) => ({ text: tidy(one, script), script })),
      )
      .filter(({ text }) => /\p{L}/u.test(text));
    return pieces.map(({ text, script }, place) => ({
      text,
      script,
      box: segment.box,
      height: segment.height,
      confidence: segment.confidence,
      sources: [segment],
      place,
    }));
  });
}

/** @returns the part and its title when both are on one line */
function splitTitle(text: string, script: Script): string[] {
  if (script === 'han') {
    const words = text.split(/\s+/);
    const titled = words.filter((word) => isTitle(word, 'han'));
    if (
      words.length > 1 &&
      titled.length > 0 &&
      titled.length < words.length &&
      words.every((word) => word.length > 1)
    ) {
      return [words.filter((word) => !isTitle(word, 'han')).join(''), titled.join('')];
    }
    return [words.join('')];
  }
  const [, before, behind] = text.match(/^([^,،]+)[,،]([^,،]+)$/) ?? [];
  const after = behind?.trimStart();
  return before && after && isTitle(after, script) && !isTitle(before, script) ? [before, after] : [text];
}

/**
 * Joins each part with the one right under it when the two may be one name that was set on two
 * lines.
 */
export function twoLineParts(parts: readonly Part[]): Part[] {
  return parts.flatMap((upper) => {
    const lower = parts.find((part) => continues(upper, part));
    if (!lower) return [];
    return [
      {
        text: `${upper.text}${upper.script === 'han' ? '' : ' '}${lower.text}`,
        script: upper.script,
        box: surroundingBox([upper.box, lower.box]),
        height: Math.max(upper.height, lower.height),
        confidence: Math.min(upper.confidence, lower.confidence),
        sources: [...upper.sources, ...lower.sources],
        place: 0,
      },
    ];
  });
}

function continues(upper: Part, lower: Part): boolean {
  if (upper.script !== lower.script || upper === lower || upper.sources[0] === lower.sources[0]) return false;
  const gap = lower.box.y - (upper.box.y + upper.box.height);
  const size = Math.max(upper.height, lower.height);
  const alike = Math.min(upper.height, lower.height) / size > 0.68;
  if (!alike || lower.box.y <= upper.box.y || gap > size * 1.1) return false;
  const edges = [
    upper.box.x - lower.box.x,
    upper.box.x + upper.box.width - lower.box.x - lower.box.width,
    upper.box.x + upper.box.width / 2 - lower.box.x - lower.box.width / 2,
  ];
  return edges.some((distance) => Math.abs(distance) < size * 1.2);
}

/**
 * Nouns and given names that do end in alef maqsura; elsewhere it is a yeh whose dots were lost.
 */
const TRUE_MAQSURA =
  /^(ال)?(ليلى|مصطفى|موسى|عيسى|يحيى|سلمى|هدى|منى|مرتضى|مجتبى|نهى|سلوى|نجوى|بشرى|لبنى|يسرى|ندى|كبرى|مستشفى|منتدى|على|إلى|مقهى|أعلى|صغرى|مبنى|ملتقى|رؤى|ضحى)$/;

// The look-behind keeps the time linear: a match begins only where the marks do.
const MARKS_BEHIND = lookBehind(String.raw`(?<![^\p{L}\p{N}\p{M}.)])[^\p{L}\p{N}\p{M}.)]+$`, 'u');

function tidy(text: string, script: Script): string {
  const plain = text.replace(/\s+/g, ' ').replace(/ ([.,])/g, '$1');
  const trimmed = plain.replace(/^[^\p{L}\p{N}(]+/u, '').replace(MARKS_BEHIND, '');
  const closed =
    trimmed.includes('(') === trimmed.includes(')') ? trimmed : trimmed.replace(/[()]/g, '').trim();
  // Nothing else ends so: the last character is easily cut off, and 有 is read as what looks like
  // it.
  if (script === 'han') return closed.replace(/[有在冇]限公司?$/, '有限公司');
  if (script === 'latin') return closed.replace(/(?<=\s(?:LLC|Ltd|Inc|GmbH|FZE|Corp)\.?) [\p{Ll}\d]$/u, '');
  return closed
    .replace(/^[A-Za-z\d] | [A-Za-z\d]$/g, '')
    .replace(/ی/g, 'ى')
    .replace(/ک/g, 'ك')
    .split(' ')
    .map((word) => (word.endsWith('ى') && !TRUE_MAQSURA.test(word) ? `${word.slice(0, -1)}ي` : word))
    .join(' ');
}
