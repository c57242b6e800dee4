import type { Truth } from '../truth.ts';
import type { Random } from './random.ts';

/** A labelled line of a card; an empty label means an icon or nothing before the value. */
export interface ContactLine {
  kind: 'phone' | 'mobile' | 'fax' | 'email' | 'website' | 'whatsapp' | 'wechat';
  label: string;
  value: string;
}

type Lang = Truth['lang'];

const LABELS: Readonly<Record<Lang, readonly Readonly<Record<ContactLine['kind'], string>>[]>> = {
  en: [
    { phone: 'T', mobile: 'M', fax: 'F', email: 'E', website: 'W', whatsapp: 'WhatsApp', wechat: 'WeChat' },
    {
      phone: 'Tel:',
      mobile: 'Mobile:',
      fax: 'Fax:',
      email: 'Email:',
      website: 'Web:',
      whatsapp: 'WhatsApp:',
      wechat: 'WeChat:',
    },
    { phone: '', mobile: '', fax: 'Fax', email: '', website: '', whatsapp: 'WhatsApp', wechat: 'WeChat ID:' },
    {
      phone: 'Office',
      mobile: 'Cell',
      fax: 'Fax',
      email: 'Mail',
      website: 'Site',
      whatsapp: 'WhatsApp',
      wechat: 'WeChat',
    },
  ],
  zh: [
    {
      phone: '电话:',
      mobile: '手机:',
      fax: '传真:',
      email: '邮箱:',
      website: '网址:',
      whatsapp: 'WhatsApp:',
      wechat: '微信:',
    },
    {
      phone: 'Tel 电话:',
      mobile: 'Mob 手机:',
      fax: 'Fax 传真:',
      email: 'Email:',
      website: 'Web:',
      whatsapp: 'WhatsApp:',
      wechat: 'WeChat 微信:',
    },
    {
      phone: 'T:',
      mobile: 'M:',
      fax: 'F:',
      email: 'E:',
      website: 'W:',
      whatsapp: 'WhatsApp:',
      wechat: 'WeChat:',
    },
  ],
  ar: [
    {
      phone: 'هاتف:',
      mobile: 'جوال:',
      fax: 'فاكس:',
      email: '',
      website: '',
      whatsapp: 'واتساب:',
      wechat: 'WeChat:',
    },
    {
      phone: 'Tel:',
      mobile: 'Mob:',
      fax: 'Fax:',
      email: 'Email:',
      website: 'Web:',
      whatsapp: 'WhatsApp:',
      wechat: 'WeChat:',
    },
    {
      phone: 'تلفون',
      mobile: 'متحرك',
      fax: 'فاكس',
      email: '',
      website: '',
      whatsapp: 'واتس اب',
      wechat: 'WeChat',
    },
  ],
};

/**
 * @returns the lines of numbers and addresses of a card, with labels as its language has them, or
 * without.
 */
export function inventContacts(random: Random, lang: Lang, latinName: string, domain: string): ContactLine[] {
  const labels = random.pick(LABELS[lang]);
  const line = (kind: ContactLine['kind'], value: string): ContactLine => ({
    kind,
    label: labels[kind],
    value,
  });
  const words = latinName
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ');
  const first = words[0] ?? 'info';
  const last = words.slice(1).join('');
  const mailbox = random.pick([
    `${first}.${last}`,
    `${first[0]}.${last}`,
    first,
    `${first}_${last[0]}`,
    `${last}.${first[0]}`,
    'sales',
  ]);
  const site = random.pick([`www.${domain}`, `www.${domain}`, domain, `https://${domain}`]);
  const contacts: ContactLine[] = [];
  if (random.chance(60)) contacts.push(line('phone', phoneNumber(random, lang, domain, 'fixed')));
  const mobile = phoneNumber(random, lang, domain, 'mobile');
  if (contacts.length === 0 || random.chance(70)) contacts.push(line('mobile', mobile));
  if (random.chance(25)) contacts.push(line('fax', phoneNumber(random, lang, domain, 'fixed')));
  if (random.chance(30))
    contacts.push(line('whatsapp', phoneNumber(random, lang === 'zh' ? 'zh+' : lang, domain, 'mobile')));
  if (random.chance(lang === 'zh' ? 60 : 8))
    contacts.push(
      line('wechat', `${first}${random.pick(['_', '-', ''])}${last}${random.digits(2)}`.slice(0, 18)),
    );
  contacts.push(line('email', `${mailbox}@${domain}`));
  if (random.chance(85)) contacts.push(line('website', site));
  return contacts;
}

/** Patterns by top-level domain, # for any digit: [fixed, mobile]. */
const NUMBERS: Readonly<Record<string, readonly [string, string]>> = {
  uk: ['+44 117 496 0###', '+44 7700 900 ###'],
  com: ['+1 503 555 01##', '+1 (415) 555-01##'],
  it: ['+39 02 8295 4###', '+39 347 55# ####'],
  de: ['+49 30 2345 6##0', '+49 151 2345 6###'],
  ca: ['+1 604 555 01##', '+1 778 555 01##'],
  au: ['+61 3 5550 1###', '+61 491 570 1##'],
  ae: ['+971 4 33# ####', '+971 50 2## ####'],
  nl: ['+31 20 555 0###', '+31 6 1234 5###'],
  in: ['+91 22 2847 ####', '+91 98204 5####'],
  io: ['+44 20 7946 0###', '+44 7911 12####'],
  sa: ['+966 11 46# ####', '+966 55 4## ####'],
  kw: ['+965 2224 ####', '+965 9987 ####'],
  qa: ['+974 4436 ####', '+974 5533 ####'],
  lb: ['+961 1 34# ###', '+961 3 52# ###'],
};

function phoneNumber(random: Random, lang: Lang | 'zh+', domain: string, kind: 'fixed' | 'mobile'): string {
  const patterns =
    lang === 'zh+'
      ? ['+86 13# #### ####']
      : lang === 'zh'
        ? CHINESE_NUMBERS[kind]
        : [NUMBERS[ending(lang, domain)]?.[kind === 'fixed' ? 0 : 1] ?? ''];
  const number = random.pick(patterns).replace(/#/g, () => String(random.whole(0, 9)));
  return lang === 'ar' && random.chance(15)
    ? number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    : number;
}

const CHINESE_NUMBERS = {
  fixed: ['+86 769 8#2# ####', '0769-8#2# ####', '+86-532-8#8# ####', '0592-5#8####'],
  mobile: ['+86 13# #### ####', '13#########', '+86 159 #### ####', '186 #### ####'],
} as const;

function ending(lang: Lang, domain: string): string {
  const last = domain.split('.').at(-1) ?? 'com';
  return lang === 'ar' && last === 'com' ? 'ae' : last;
}
