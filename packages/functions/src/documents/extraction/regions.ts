import { searchKey } from '@dragoman/domain/search-text';
import { getCountries } from 'libphonenumber-js/max';
import { PLACES } from './vocabulary/places.ts';

/** Top-level domains without a country. */
const GENERIC = new Set(
  (
    'com org net info biz name pro edu gov int mil mobi asia io co ai app dev tech online store shop site website cloud xyz ' +
    'group global trade trading company solutions services systems consulting agency studio design digital media engineering ' +
    'energy finance capital legal law clinic health care eco bio food tools build construction industries network world ' +
    'international expert team works events travel tours eu me tv cc us'
  ).split(' '),
);

const COUNTRIES = new Set([...getCountries().map((code) => code.toLowerCase()), 'uk']);

/** @returns whether a domain ends in something that domains end in. */
export function hasKnownEnding(domain: string): boolean {
  const ending = domain.toLowerCase().split('.').at(-1) ?? '';
  return GENERIC.has(ending) || COUNTRIES.has(ending);
}

/** Endings of countries that are registered all over the world. */
const OPEN_TO_ALL = new Set(['co', 'io', 'ai', 'me', 'tv', 'cc', 'us']);

/**
 * The countries that a card speaks of, the likeliest first, to read numbers without a country code:
 * of its domains, of places in its text, then of its script.
 * @returns ISO 3166-1 alpha-2 codes
 */
export function likelyRegions(text: string, domains: readonly string[]): string[] {
  const regions: string[] = [];
  for (const domain of domains) {
    const ending = domain.toLowerCase().split('.').at(-1) ?? '';
    if (COUNTRIES.has(ending) && !OPEN_TO_ALL.has(ending))
      regions.push(ending === 'uk' ? 'GB' : ending.toUpperCase());
  }
  const key = ` ${searchKey(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  for (const [region, places] of Object.entries(PLACES)) {
    if (
      places.some((place) =>
        /\p{Script=Han}/u.test(place) ? key.includes(place) : key.includes(` ${searchKey(place)} `),
      )
    )
      regions.push(region);
  }
  if (/\p{Script=Han}/u.test(text)) regions.push('CN');
  // The product's home region.
  if (/\p{Script=Arabic}/u.test(text)) regions.push('AE');
  return [...new Set(regions)];
}
