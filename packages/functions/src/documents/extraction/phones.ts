import { withoutTrailing } from '@dragoman/domain/text';
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type ContactLabel, isOnlyLabel, labelsIn } from './labels.ts';
import { asciiDigits } from './script.ts';
import type { Segment } from './segments.ts';

/** A number of a card. */
export interface FoundPhone {
  /** '+971502348871'; null when it is not known which country's number it is. */
  e164: string | null;
  /** The number as printed, in ASCII digits. */
  printed: string;
  labels: ContactLabel[];
  confidence: number;
  segment: Segment;
}

const FEWEST_DIGITS = 7;
const MOST_DIGITS = 16;

/**
 * Groups of digits and the characters between them; recognition may move the plus after the digits.
 */
const RUN = /(?:(?:\+|\((?:\s*\+)?|00)\s*)?\d[\d\s().+/–—-]*\d\)?\+?/g;

/**
 * Finds telephone numbers with their labels. Faxes and messenger numbers are included, and labelled
 * so.
 * @param regions ISO country codes to try for numbers without a country code, the likeliest first
 */
export function findPhones(segments: readonly Segment[], regions: readonly string[]): FoundPhone[] {
  return segments.flatMap((segment) => phonesOf(segment, segments, regions));
}

function phonesOf(segment: Segment, all: readonly Segment[], regions: readonly string[]): FoundPhone[] {
  const text = numberText(segment);
  const runs = [...text.matchAll(RUN)].flatMap((match) => splitNumbers(match[0], match.index));
  const digits = (run: { text: string }) => run.text.replace(/\D/g, '').length;
  const numbers = runs.filter((run) => digits(run) >= FEWEST_DIGITS && digits(run) <= MOST_DIGITS);
  return numbers.flatMap((run, i) => {
    const before = text.slice(end(numbers[i - 1]), run.index);
    const after = text.slice(end(run), numbers[i + 1]?.index ?? text.length);
    const labels = labelsOf(segment, before, after, all);
    const number = parse(run.text, regions);
    // Digits without a label must look like a phone number: card ids, postcodes and dates have
    // digits as well.
    if (!number && labels.length === 0) return [];
    return [
      {
        e164: number?.number ?? null,
        printed: tidy(run.text),
        labels,
        confidence: segment.confidence,
        segment,
      },
    ];
  });
}

function end(run: { text: string; index: number } | undefined): number {
  return run ? run.index + run.text.length : 0;
}

/**
 * The words from left to right with digits that were read as letters put right: 'O55 l23' becomes
 * '055 123'.
 */
function numberText(segment: Segment): string {
  return segment.words
    .map((word) => {
      const text = asciiDigits(word.text).replace(/[–—−]/g, '-');
      const mixed = /^[+(]*[\dOolI|S]+[).,-]*$/.test(text) && /\d/.test(text);
      const repaired = mixed ? text.replace(/[oO]/g, '0').replace(/[lI|]/g, '1').replace(/S/g, '5') : text;
      return repaired.replace(/^(\d[\d-]*)\+$/, '+$1').replace(/^[*†]\s*(?=\d)/, '+');
    })
    .join(' ');
}

/** Two numbers may share a line: '0755-8321 6688 / 8321 6689'. */
function splitNumbers(text: string, index: number): { text: string; index: number }[] {
  const parts: { text: string; index: number }[] = [];
  for (const match of text.matchAll(/(?:(?!\s\/\s|\/(?=\s*(?:\+|0))|(?<=\d)\s+(?=\+)).)+/g)) {
    parts.push({ text: match[0], index: index + match.index });
  }
  return parts.some((part) => part.text.replace(/\D/g, '').length >= FEWEST_DIGITS)
    ? parts
    : [{ text, index }];
}

/**
 * A label precedes its number (on Arabic cards from the right, ':WhatsApp' too), or is alone beside
 * or above it.
 */
function labelsOf(segment: Segment, before: string, after: string, all: readonly Segment[]): ContactLabel[] {
  const fromRight = segment.rightToLeft || /^\s*[:：]\s*\p{L}/u.test(after);
  const [near, far] = fromRight ? [after, before] : [before, after];
  const own = fromRight ? labelsFromRight(near) : labelsIn(near);
  if (own.length > 0) return own;
  const other =
    /\p{L}/u.test(far) && (segment.rightToLeft || /^\s*[(（]/.test(far)) ? labelsFromRight(far) : [];
  if (other.length > 0) return other;
  const lone = all.filter((one) => one !== segment && isOnlyLabel(one.text));
  const beside = lone.find(
    (one) => one.row === segment.row && Math.abs(gapBetween(one, segment)) < segment.box.width * 1.5,
  );
  const label = beside ?? lone.find((one) => standsOver(one, segment));
  return label ? labelsIn(`${label.text}${/[.:]$/.test(label.text) ? '' : ':'}`) : [];
}

/** The words come from left to right: of 'واتس اب' the second is first. */
function labelsFromRight(text: string): ContactLabel[] {
  const labels = labelsIn(text);
  return labels.length > 0 ? labels : labelsIn(text.trim().split(/\s+/).reverse().join(' '));
}

function gapBetween(a: Segment, b: Segment): number {
  return a.box.x < b.box.x ? b.box.x - (a.box.x + a.box.width) : a.box.x - (b.box.x + b.box.width);
}

function standsOver(label: Segment, segment: Segment): boolean {
  const distance = segment.box.y - (label.box.y + label.box.height);
  const aligned = Math.abs(label.box.x - segment.box.x) < segment.height * 2;
  return aligned && distance >= -segment.height * 0.3 && distance < segment.height * 1.2;
}

/**
 * @returns the number when it is one in its own country's plan or in the plan of a likely region.
 */
export function parse(text: string, regions: readonly string[]): PhoneNumber | null {
  const plain = asciiDigits(text)
    .replace(/\(0\)/g, ' ')
    .replace(/^\s*\(\s*\+/, '+')
    .trim();
  const digits = plain.replace(/\D/g, '');
  const plus = plain.includes('+');
  const written = plus ? `+${digits}` : digits.startsWith('00') ? `+${digits.slice(2)}` : null;
  if (written) return valid(written) ?? lessOneDigit(written);
  for (const region of regions) {
    const number = valid(digits, region as CountryCode);
    if (number) return number;
  }
  // A plus is easily lost, or read as a 4 or a 1.
  if (digits.length < 11) return null;
  const lost = [valid(`+${digits}`), digits.length > 11 ? valid(`+${digits.slice(1)}`) : null].filter(
    (number) => number !== null,
  );
  return lost.find(({ country }) => country !== undefined && regions.includes(country)) ?? lost[0] ?? null;
}

function valid(text: string, region?: CountryCode): PhoneNumber | null {
  const number = parsePhoneNumberFromString(
    text,
    region ? { defaultCountry: region, extract: false } : { extract: false },
  );
  return number?.isValid() ? number : null;
}

/** '+440 20 7946…': a trunk zero that was printed after the country code. */
function lessOneDigit(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number?.isPossible() ? number : null;
}

function tidy(text: string): string {
  return withoutTrailing(text.replace(/\s+/g, ' '), ' ./–—-').trimStart();
}

/**
 * @returns a number as people read it, with its country code: '+971 50 234 8871'; as printed when
 * that is not known.
 */
export function readablePhone(phone: FoundPhone): string {
  return phone.e164
    ? (parsePhoneNumberFromString(phone.e164)?.formatInternational() ?? phone.e164)
    : phone.printed;
}
