import { searchKey } from '@dragoman/domain/search-text';
import type { Part } from './parts.ts';
import { isNear, keyWords, titleScore } from './title-words.ts';
import {
  ARABIC_COMPANY_OPENERS,
  ARABIC_COMPANY_WORDS,
  HAN_COMPANY_ENDINGS,
  LATIN_COMPANY_WORDS,
  LATIN_LEGAL_FORMS,
} from './vocabulary/companies.ts';
import {
  ARABIC_GIVEN_NAMES,
  ARABIC_HONORIFICS,
  HAN_COMPOUND_SURNAMES,
  HAN_SURNAMES,
  LATIN_GIVEN_NAMES,
  LATIN_HONORIFICS,
  LATIN_PARTICLES,
} from './vocabulary/names.ts';
import {
  ARABIC_ADDRESS,
  ARABIC_EVENT,
  CATEGORY,
  HAN_ADDRESS,
  HAN_EVENT,
  HAN_VENUE,
  LATIN_ADDRESS,
  LATIN_EVENT,
  LOGISTICS,
} from './vocabulary/other-lines.ts';

/** The evidence about a line from the rest of the document. */
export interface Surroundings {
  /** Height of the largest letters, in pixels. */
  largest: number;
  /** The local parts of the e-mail addresses, letters only. */
  mailboxes: readonly string[];
  /** Main words of domains that are the company's own: 'northgatelogistics'. */
  domains: readonly string[];
  /** Whether an event, a hall or a date may appear: on a badge they do, on a card they do not. */
  badge: boolean;
}

/**
 * @returns whether a text cannot be the wanted field: an address, an event, a category of badge, a
 * date
 */
export function isOtherLine(part: Part, around: Surroundings): boolean {
  const text = part.text.trim();
  const key = searchKey(text);
  if (CATEGORY.test(text) || CATEGORY.test(key)) return true;
  if (around.badge && HAN_VENUE.test(text)) return true;
  const company = companyWords(part) >= 0.8;
  const event =
    part.script === 'latin'
      ? LATIN_EVENT.test(text)
      : part.script === 'han'
        ? HAN_EVENT.test(text)
        : ARABIC_EVENT.test(key);
  // 'Expo Services LLC' is a company, 'Global Trade Expo' is not; 'معرض' names a showroom on a
  // card.
  if (event && (around.badge || part.script === 'latin') && companyWords(part) < 1) return true;
  if (company) return false;
  if (LOGISTICS.test(text) || LOGISTICS.test(key)) return true;
  if (part.script === 'latin') return LATIN_ADDRESS.test(text) || /\d{3,}/.test(text);
  if (part.script === 'han') return HAN_ADDRESS.test(text) && titleScore(text, 'han') === 0;
  return ARABIC_ADDRESS.test(key) && titleScore(text, 'arabic') === 0;
}

/** @returns how much a part looks like a person's name; 0 and below when it cannot be one. */
export function nameScore(part: Part, around: Surroundings): number {
  const shape = nameShape(part);
  if (shape <= 0) return 0;
  const size = Math.min(part.height / Math.max(around.largest, 1), 1);
  const title = titleScore(part.text, part.script);
  const company = companyWords(part);
  return shape + size * 0.45 + mailboxMatch(part, around) - title * 1.2 - company * 0.8;
}

function nameShape(part: Part): number {
  if (part.script === 'han') return hanNameShape(part.text);
  const words = part.text.split(/\s+/);
  return part.script === 'arabic' ? arabicNameShape(words) : latinNameShape(words);
}

function hanNameShape(text: string): number {
  const plain = text.replace(/(先生|女士|小姐|博士|教授)$/, '');
  if (!/^[\p{Script=Han}·]{2,4}$/u.test(plain)) return 0;
  if (HAN_COMPOUND_SURNAMES.some((surname) => plain.startsWith(surname)) && plain.length > 2) return 0.8;
  const known = HAN_SURNAMES.has(plain[0] ?? '');
  if (plain.length === 4) return known ? 0.3 : 0.1;
  return known ? 0.8 : 0.3;
}

function arabicNameShape(all: readonly string[]): number {
  const words = all.filter((word) => !ARABIC_HONORIFICS.test(word));
  if (
    words.length === 0 ||
    words.length > 6 ||
    words.some((word) => !/^[\p{Script=Arabic}\p{M}]+$/u.test(word))
  )
    return 0;
  const keys = words.map(searchKey);
  const given = isNear(keys[0] ?? '', ARABIC_GIVEN_NAMES) || /^عبد/.test(keys[0] ?? '');
  const family = keys.slice(1).some((key) => /^(ال\p{L}+[يه]?|بن|بنت|ابو|ال)$/u.test(key));
  if (words.length === 1) return given ? 0.3 : 0.1;
  return 0.25 + (given ? 0.5 : 0) + (family ? 0.1 : 0) + (words.length < all.length ? 0.2 : 0);
}

function latinNameShape(all: readonly string[]): number {
  const words = all.filter((word) => !LATIN_HONORIFICS.test(word)).map((word) => word.replace(/,$/, ''));
  const honorific = words.length < all.length ? 0.3 : 0;
  if (words.length === 0 || words.length > 5) return 0;
  const proper = words.filter(
    (word) =>
      /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word) || LATIN_PARTICLES.has(word.toLowerCase().replace(/-.*/, '')),
  );
  if (proper.length < words.length) return 0;
  if (!words.some((word) => word.length > 2 || (words.length === 2 && word.length === 2))) return 0;
  const given = words.some((word) => LATIN_GIVEN_NAMES.has(word.toLowerCase().replace(/\..*/, '')))
    ? 0.35
    : 0;
  const initial = words.slice(1, -1).some((word) => /^\p{Lu}\.?$/u.test(word)) ? 0.15 : 0;
  const length = words.length === 1 ? 0.1 : words.length <= 3 ? 0.4 : 0.3;
  return length + given + initial + honorific;
}

/** 'd.whitmore' and 'zhangwei' name the person that the address belongs to. */
function mailboxMatch(part: Part, { mailboxes }: Surroundings): number {
  if (part.script !== 'latin') return 0;
  const words = keyWords(part.text).map((word) => word.replace(/\./g, ''));
  const matches = mailboxes.some((mailbox) => {
    const long = words.filter((word) => word.length >= 3);
    if (long.some((word) => mailbox.includes(word))) return true;
    const initials = words.map((word) => word[0] ?? '').join('');
    return initials.length >= 2 && mailbox === initials;
  });
  return matches ? 0.45 : 0;
}

/** @returns how much a part looks like a company's name. */
export function companyScore(part: Part, around: Surroundings): number {
  const size = Math.min(part.height / Math.max(around.largest, 1), 1);
  const words = companyWords(part);
  const domain = domainMatch(part, around);
  const shape = /\p{L}{2}/u.test(part.text) ? 0.1 : 0;
  const title = titleScore(part.text, part.script) * (words >= 0.8 ? 0.2 : 0.7);
  return shape + words + domain + size * 0.3 - title;
}

/** In words; more is a sentence. */
const LONGEST_COMPANY = 12;

/** @returns 0 to 1: legal forms and the like are sure, lines of business less so. */
export function companyWords(part: Part): number {
  if (part.script === 'han') {
    const plain = part.text.replace(/\s/g, '').replace(/[(（][^()（）]*[)）]$/, '');
    const ending = HAN_COMPANY_ENDINGS.some((one) => plain.endsWith(one)) && plain.length >= 4;
    if (ending || /有限|公司|集[团團]/.test(plain)) return 1;
    return /(科技|贸易|電子|电子|机械|实业|国际|传媒|咨询)/.test(plain) && plain.length >= 4 ? 0.6 : 0;
  }
  const words = keyWords(part.text);
  if (words.length > LONGEST_COMPANY) return 0;
  if (part.script === 'arabic') {
    if (words.some((word) => isNear(word, ARABIC_COMPANY_OPENERS))) return 1;
    // A word with the article is not the object of a 'for …': 'مدير التسويق' is a title, unlike
    // 'للتسويق'.
    const listed = (word: string) =>
      /^ال/.test(word) ? ARABIC_COMPANY_WORDS.has(word) : isNear(word, ARABIC_COMPANY_WORDS);
    if (words.some(listed)) return 0.8;
    // 'للتجارة', 'for trade': no name of a person has such a word.
    return words.slice(1).some((word) => /^لل\p{L}{3,}/u.test(word)) ? 0.7 : 0;
  }
  const tail = words.slice(-3).map((word) => word.replace(/\./g, ''));
  if (
    words.length > 1 &&
    (tail.some((word) => LATIN_LEGAL_FORMS.has(word)) || /\b(co|ltd|lid|inc)\b\.?,?/i.test(part.text))
  )
    return 1;
  const known = words.filter((word) => isNear(word, LATIN_COMPANY_WORDS)).length;
  return known === 0 ? 0 : Math.min(0.55 + 0.15 * known, 0.85);
}

/**
 * Checks whether the letters of a company match its domain: 'Velluto Interiors' in
 * 'vellutointeriors.com', or their initials.
 */
function domainMatch(part: Part, { domains }: Surroundings): number {
  if (part.script !== 'latin') return 0;
  const words = keyWords(part.text)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '');
  let best = 0;
  for (const domain of domains) {
    const covered = words
      .filter((word) => word.length >= 3 && domain.includes(word))
      .reduce((sum, word) => sum + word.length, 0);
    const initials = words.map((word) => word[0]).join('');
    const share = Math.max(
      covered / domain.length,
      initials.length >= 3 && domain.startsWith(initials) ? 0.6 : 0,
    );
    best = Math.max(best, share);
  }
  return Math.min(best, 1) * 0.6;
}
