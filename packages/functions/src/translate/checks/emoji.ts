/**
 * One sign as people see it: a flag, a keycap, or pictures with their skin colour, joined to one.
 */
const SIGN =
  /\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*)*/gu;
/**
 * Drawn in colour by itself or because the text asks for it. Others (™, ✓, ↔) are characters that
 * languages may write otherwise.
 */
const IN_COLOUR = /\p{Emoji_Presentation}|\uFE0F|\u20E3|\p{RI}/u;

/**
 * @returns whether a translation has the emoji of its source, as many of each, and none of its own
 */
export function keepsEmoji(source: string, answer: string): boolean {
  const [before, after] = [signs(source), signs(answer)];
  return isWithin(before, after) && isWithin(after, before);
}

interface Count {
  all: number;
  inColour: number;
}

/** The signs of a text without what only asks for colour, which providers drop and add. */
function signs(text: string): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const [sign] of text.matchAll(SIGN)) {
    const plain = sign.replaceAll('\uFE0F', '');
    const count = counts.get(plain) ?? { all: 0, inColour: 0 };
    count.all += 1;
    if (IN_COLOUR.test(sign)) count.inColour += 1;
    counts.set(plain, count);
  }
  return counts;
}

function isWithin(some: ReadonlyMap<string, Count>, others: ReadonlyMap<string, Count>): boolean {
  return [...some].every(([sign, { inColour }]) => inColour <= (others.get(sign)?.all ?? 0));
}
