import type { Language } from '../languages.ts';
import type { SlotKind } from './slot-kinds.ts';
import { fillWording } from './wordings.ts';

/** A value for every slot, for tests: the same thing in all languages. */
const SAMPLES: Record<SlotKind, string | Record<Language, string>> = {
  email: 'li.na@hongyuan.example',
  certificate: 'CE',
  incoterm: 'FOB',
  date: { en: '15 March 2027', zh: '2027年3月15日', ar: '15 مارس 2027' },
  time: '15:30',
  percent: '15%',
  money: { en: 'USD 1,250.50', zh: '1,250.50美元', ar: '1,250.50 USD' },
  quantity: { en: '50 pieces', zh: '50件', ar: '50 قطعة' },
  phone: '+971 50 123 4567',
  code: 'B12-7',
  product: { en: 'water pumps', zh: '水泵', ar: 'مضخات مياه' },
  country: { en: 'the United Arab Emirates', zh: '阿联酋', ar: 'الإمارات' },
  city: { en: 'Shanghai', zh: '上海', ar: 'شنغهاي' },
  month: { en: 'March', zh: '三月', ar: 'مارس' },
  weekday: { en: 'Monday', zh: '星期一', ar: 'الاثنين' },
  percent2: '70%',
  money2: { en: 'USD 990', zh: '990美元', ar: '990 USD' },
  quantity2: { en: '20 days', zh: '20天', ar: '20 يومًا' },
  time2: '17:45',
  colour: { en: 'black', zh: '黑色', ar: 'أسود' },
  quality: { en: 'waterproof', zh: '防水', ar: 'مقاوم للماء' },
  item: { en: 'this model', zh: '这个型号', ar: 'هذا الموديل' },
  doc: { en: 'the price list', zh: '价格表', ar: 'قائمة الأسعار' },
  when: { en: 'tomorrow', zh: '明天', ar: 'غدًا' },
  channel: { en: 'on WhatsApp', zh: '通过WhatsApp', ar: 'عبر واتساب' },
  place: { en: 'the entrance', zh: '入口', ar: 'المدخل' },
  person: { en: 'my manager', zh: '我的经理', ar: 'مديري' },
  thing: { en: 'the packaging', zh: '包装', ar: 'التغليف' },
  attribute: { en: 'the thickness', zh: '厚度', ar: 'السماكة' },
  language: { en: 'English', zh: '英语', ar: 'الإنجليزية' },
  means: { en: 'by bank transfer', zh: '用银行转账', ar: 'بالتحويل البنكي' },
  goods: { en: '500 office chairs', zh: '500把办公椅', ar: '500 كرسي مكتب' },
};

/** @returns a wording with a sample in each slot. */
export function fillSample(wording: string, language: Language): string {
  const text = fillWording(wording, (kind) => {
    const sample = SAMPLES[kind];
    return typeof sample === 'string' ? sample : sample[language];
  });
  if (text === null) throw new Error(`A slot without a sample: ${wording}`);
  return text;
}
