import type { Truth } from '../truth.ts';
import { type ContactLine, inventContacts } from './contacts.ts';
import { DEGRADATIONS } from './degrade.ts';
import { type Random, seededRandom } from './random.ts';
import { ARABIC } from './stock/ar.ts';
import { ENGLISH } from './stock/en.ts';
import type { Halves, Pair } from './stock/stock.ts';
import { CHINESE } from './stock/zh.ts';

/** An invented card or badge, before it is drawn. */
export interface Item {
  seed: number;
  truth: Truth;
  /** The main form first, the other one when both are printed. */
  name: string[];
  company: string[];
  title: string[];
  contacts: ContactLine[];
  address: string;
  slogan: string;
  event: string[];
}

const STOCKS: Readonly<Record<Truth['lang'], Halves>> = { en: ENGLISH, zh: CHINESE, ar: ARABIC };

const CARDS_PER_LANGUAGE_AND_HALF = 14;
const BADGES_PER_LANGUAGE_AND_HALF = 6;

/**
 * @returns all cards and badges of the set, the same ones in every run: half for tuning, half never
 * looked at before the end.
 */
export function inventItems(): Item[] {
  const items: Item[] = [];
  for (const half of ['tuning', 'unseen'] as const) {
    for (const lang of ['en', 'zh', 'ar'] as const) {
      for (let i = 0; i < CARDS_PER_LANGUAGE_AND_HALF + BADGES_PER_LANGUAGE_AND_HALF; i++) {
        items.push(inventItem(items.length, lang, half, i < CARDS_PER_LANGUAGE_AND_HALF ? 'card' : 'badge'));
      }
    }
  }
  return items;
}

function inventItem(
  index: number,
  lang: Truth['lang'],
  half: 'tuning' | 'unseen',
  kind: Truth['kind'],
): Item {
  const seed = 7919 * (index + 1);
  const random = seededRandom(seed);
  const stock = STOCKS[lang][half];
  const [givenNative, givenLatin] = random.pick(stock.given);
  const [familyNative, familyLatin] = random.pick(stock.family);
  const company = stock.companies[index % stock.companies.length] ?? random.pick(stock.companies);
  const title = random.pick(stock.titles);
  const both = lang !== 'en' && random.chance(55);
  const nativeFirst = lang !== 'en' && random.chance(70);
  const forms = ([native, latin]: Pair) =>
    lang === 'en' ? [latin] : both ? (nativeFirst ? [native, latin] : [latin, native]) : [native];
  const nativeName = lang === 'zh' ? familyNative + givenNative : `${givenNative} ${familyNative}`;
  const name = forms([nativeName, `${givenLatin} ${familyLatin}`]);
  const companyForms = forms([company.native, company.latin]);
  const titleForms = random.chance(92) ? forms(title) : [];
  const contacts =
    kind === 'card' ? inventContacts(random, lang, `${givenLatin} ${familyLatin}`, company.domain) : [];
  const value = (of: ContactLine['kind']) => contacts.find((line) => line.kind === of)?.value ?? null;
  const phones = contacts
    .filter(({ kind }) => kind === 'phone' || kind === 'mobile')
    .map((line) => line.value);
  const fields: Truth['fields'] = { name, company: companyForms, designation: titleForms };
  if (kind === 'card') {
    Object.assign(fields, { email: value('email'), phone: phones, website: value('website') });
    Object.assign(fields, { whatsapp: value('whatsapp'), wechat: value('wechat') });
  }
  const id = `${half[0]}-${lang}-${kind}-${String(index).padStart(3, '0')}`;
  return {
    seed,
    name,
    company: companyForms,
    title: titleForms,
    contacts,
    address: random.chance(65) ? random.pick(stock.addresses) : '',
    slogan: random.chance(35) ? random.pick(stock.slogans) : '',
    event: forms(random.pick(stock.events)),
    truth: {
      id,
      kind,
      lang,
      half,
      degradation: DEGRADATIONS[index % DEGRADATIONS.length] ?? 'turn',
      files: { clean: `${id}-clean.png`, degraded: `${id}-degraded.jpg` },
      qr: inventCode(random, kind, name[0] ?? '', companyForms[0] ?? '', contacts),
      fields,
      region: regionOf(lang, contacts),
    },
  };
}

function regionOf(lang: Truth['lang'], contacts: readonly ContactLine[]): string | null {
  return lang === 'zh' && contacts.some(({ value }) => /^[01]\d/.test(value)) ? 'CN' : null;
}

function inventCode(
  random: Random,
  kind: Truth['kind'],
  name: string,
  company: string,
  contacts: readonly ContactLine[],
): Truth['qr'] {
  if (kind === 'badge')
    return random.chance(60)
      ? { type: 'id', text: `${random.pick(['VIS', 'EXH', 'P'])}-${random.digits(6)}` }
      : null;
  if (!random.chance(22)) return null;
  const email = contacts.find((line) => line.kind === 'email')?.value ?? '';
  if (random.chance(30)) return { type: 'link', text: `https://${email.split('@')[1]}/` };
  const phone = contacts.find((line) => line.kind === 'mobile' || line.kind === 'phone')?.value ?? '';
  const text = random.chance(50)
    ? `MECARD:N:${name};ORG:${company};TEL:${phone};EMAIL:${email};;`
    : `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nORG:${company}\r\nTEL;TYPE=CELL:${phone}\r\nEMAIL:${email}\r\nEND:VCARD`;
  return { type: text.startsWith('MECARD') ? 'mecard' : 'vcard', text };
}
