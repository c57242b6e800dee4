import type { Language } from '@dragoman/domain/languages';

/** Arabic has a form for 3 to 10, one for 11 to 99 and one for full hundreds, counted by the last two digits. */
interface ArabicForms {
  few: string;
  many: string;
  other: string;
}

export interface SlotUnit {
  id: string;
  en: { one: string; other: string; read: readonly string[] };
  zh: { form: string; read: readonly string[] };
  ar: ArabicForms & { read: readonly string[] };
}

function arabic(few: string, many: string, other: string, ...read: string[]) {
  return { few, many, other, read: [few, many, other, ...read] };
}

// `read` lists what is understood, the forms included.
export const SLOT_UNITS: readonly SlotUnit[] = [
  {
    id: 'piece',
    en: { one: 'piece', other: 'pieces', read: ['piece', 'pieces', 'pcs', 'pc'] },
    zh: { form: '件', read: ['件', '个'] },
    ar: arabic('قطع', 'قطعة', 'قطعة'),
  },
  {
    id: 'set',
    en: { one: 'set', other: 'sets', read: ['set', 'sets'] },
    zh: { form: '套', read: ['套'] },
    ar: arabic('أطقم', 'طقمًا', 'طقم', 'طقما'),
  },
  {
    id: 'carton',
    en: { one: 'carton', other: 'cartons', read: ['carton', 'cartons'] },
    zh: { form: '箱', read: ['箱'] },
    ar: arabic('كراتين', 'كرتونة', 'كرتونة'),
  },
  {
    id: 'container',
    en: { one: 'container', other: 'containers', read: ['container', 'containers'] },
    zh: { form: '个集装箱', read: ['个集装箱', '集装箱'] },
    ar: arabic('حاويات', 'حاوية', 'حاوية'),
  },
  {
    id: 'kg',
    en: { one: 'kg', other: 'kg', read: ['kg', 'kgs', 'kilograms', 'kilogram'] },
    zh: { form: '公斤', read: ['公斤', '千克', 'kg'] },
    ar: arabic('كجم', 'كجم', 'كجم', 'كغ', 'كيلوغرام', 'كيلوغرامًا', 'كيلوغرامات'),
  },
  {
    id: 'tonne',
    en: { one: 'tonne', other: 'tonnes', read: ['tonne', 'tonnes', 'metric ton', 'metric tons'] },
    zh: { form: '吨', read: ['吨'] },
    ar: arabic('أطنان', 'طنًا', 'طن', 'طنا'),
  },
  {
    id: 'metre',
    en: { one: 'metre', other: 'metres', read: ['metre', 'metres', 'meter', 'meters'] },
    zh: { form: '米', read: ['米'] },
    ar: arabic('أمتار', 'مترًا', 'متر', 'مترا'),
  },
  {
    id: 'minute',
    en: { one: 'minute', other: 'minutes', read: ['minute', 'minutes'] },
    zh: { form: '分钟', read: ['分钟'] },
    ar: arabic('دقائق', 'دقيقة', 'دقيقة'),
  },
  {
    id: 'hour',
    en: { one: 'hour', other: 'hours', read: ['hour', 'hours'] },
    zh: { form: '小时', read: ['小时', '个小时'] },
    ar: arabic('ساعات', 'ساعة', 'ساعة'),
  },
  {
    id: 'day',
    en: { one: 'day', other: 'days', read: ['day', 'days'] },
    zh: { form: '天', read: ['天'] },
    ar: arabic('أيام', 'يومًا', 'يوم', 'يوما'),
  },
  {
    id: 'working-day',
    en: {
      one: 'working day',
      other: 'working days',
      read: ['working day', 'working days', 'business day', 'business days'],
    },
    zh: { form: '个工作日', read: ['个工作日', '工作日'] },
    ar: arabic('أيام عمل', 'يوم عمل', 'يوم عمل'),
  },
  {
    id: 'week',
    en: { one: 'week', other: 'weeks', read: ['week', 'weeks'] },
    zh: { form: '周', read: ['周', '个星期', '星期'] },
    ar: arabic('أسابيع', 'أسبوعًا', 'أسبوع', 'أسبوعا'),
  },
  {
    id: 'month',
    en: { one: 'month', other: 'months', read: ['month', 'months'] },
    zh: { form: '个月', read: ['个月'] },
    ar: arabic('أشهر', 'شهرًا', 'شهر', 'شهرا', 'شهور'),
  },
  {
    id: 'year',
    en: { one: 'year', other: 'years', read: ['year', 'years'] },
    zh: { form: '年', read: ['年'] },
    ar: arabic('سنوات', 'سنة', 'سنة', 'أعوام', 'عامًا', 'عام'),
  },
];

/**
 * Writes a number with its unit.
 * @param number ASCII digits, grouping commas and a decimal point allowed; written as it came.
 * @returns null when no rule says for sure how the unit is written. In Arabic that is so for fractions and for numbers
 * that end in 1 or 2: one and two pieces are words there, without a digit.
 */
export function quantityText(number: string, unit: SlotUnit, language: Language): string | null {
  switch (language) {
    case 'en':
      return `${number} ${Number(number.replaceAll(',', '')) === 1 ? unit.en.one : unit.en.other}`;
    case 'zh':
      return `${number}${unit.zh.form}`;
    case 'ar': {
      const form = arabicForm(Number(number.replaceAll(',', '')), unit.ar);
      return form ? `${number} ${form}` : null;
    }
  }
}

function arabicForm(value: number, forms: ArabicForms): string | null {
  if (!Number.isSafeInteger(value) || value === 0) return null;
  const rest = value % 100;
  if (rest === 0) return forms.other;
  if (rest <= 2) return null;
  return rest <= 10 ? forms.few : forms.many;
}
