/**
 * The quantity that a unit measures. Two units of one kind must never be swapped: a price in yuan
 * is not one in dollars.
 */
type UnitKind = 'currency' | 'mass' | 'length' | 'time' | 'share';

export interface Unit {
  kind: UnitKind;
  id: string;
  /** The unit's spellings in any of the three languages, in lower case and Unicode NFKC. */
  names: readonly string[];
}

// Ambiguous words (pound, ounce, 斤 in compounds) are left out: an unknown unit is not compared, a
// wrong one would mislead.
export const UNITS: readonly Unit[] = [
  {
    kind: 'currency',
    id: 'USD',
    names: ['$', 'us$', 'usd', 'dollar', 'dollars', '美元', '美金', 'دولار', 'دولارا', 'دولارات'],
  },
  {
    kind: 'currency',
    id: 'CNY',
    names: ['¥', 'cny', 'rmb', 'yuan', 'renminbi', '元', '块', '块钱', '人民币', 'يوان', 'يوانا', 'يوانات'],
  },
  {
    kind: 'currency',
    id: 'AED',
    names: ['aed', 'dhs', 'dirham', 'dirhams', '迪拉姆', 'درهم', 'درهما', 'دراهم'],
  },
  { kind: 'currency', id: 'SAR', names: ['sar', 'riyal', 'riyals', '里亚尔', 'ريال', 'ريالا', 'ريالات'] },
  { kind: 'currency', id: 'EUR', names: ['€', 'eur', 'euro', 'euros', '欧元', 'يورو'] },
  { kind: 'currency', id: 'GBP', names: ['£', 'gbp', '英镑'] },
  {
    kind: 'mass',
    id: 'kg',
    names: [
      'kg',
      'kgs',
      'kilo',
      'kilos',
      'kilogram',
      'kilograms',
      '公斤',
      '千克',
      'كجم',
      'كغ',
      'كغم',
      'كيلو',
      'كيلوغرام',
      'كيلوجرام',
      'كيلوغراما',
      'كيلوجراما',
      'كيلوغرامات',
      'كيلوجرامات',
    ],
  },
  {
    kind: 'mass',
    id: 'g',
    names: ['g', 'gram', 'grams', '克', 'جم', 'غم', 'غرام', 'جرام', 'غراما', 'جراما', 'غرامات', 'جرامات'],
  },
  { kind: 'mass', id: 't', names: ['t', 'ton', 'tons', 'tonne', 'tonnes', 'mt', '吨', 'طن', 'طنا', 'اطنان'] },
  { kind: 'mass', id: 'lb', names: ['lb', 'lbs', '磅', 'رطل', 'رطلا', 'ارطال'] },
  {
    kind: 'length',
    id: 'mm',
    names: [
      'mm',
      'millimeter',
      'millimeters',
      'millimetre',
      'millimetres',
      '毫米',
      'مم',
      'ملم',
      'مليمتر',
      'ملليمتر',
    ],
  },
  {
    kind: 'length',
    id: 'cm',
    names: [
      'cm',
      'centimeter',
      'centimeters',
      'centimetre',
      'centimetres',
      '厘米',
      '公分',
      'سم',
      'سنتيمتر',
      'سنتيمترا',
    ],
  },
  {
    kind: 'length',
    id: 'm',
    names: ['m', 'meter', 'meters', 'metre', 'metres', '米', 'متر', 'مترا', 'امتار'],
  },
  {
    kind: 'length',
    id: 'km',
    names: [
      'km',
      'kms',
      'kilometer',
      'kilometers',
      'kilometre',
      'kilometres',
      '公里',
      '千米',
      'كم',
      'كيلومتر',
      'كيلومترا',
      'كيلومترات',
    ],
  },
  { kind: 'length', id: 'in', names: ['inch', 'inches', '英寸', '寸', 'بوصة', 'بوصات', 'انش'] },
  { kind: 'length', id: 'ft', names: ['ft', 'foot', 'feet', '英尺', '尺', 'قدم', 'قدما', 'اقدام'] },
  { kind: 'time', id: 'minute', names: ['min', 'mins', 'minute', 'minutes', '分钟', 'دقيقة', 'دقائق'] },
  { kind: 'time', id: 'hour', names: ['hour', 'hours', 'hrs', 'hr', '小时', '个小时', 'ساعة', 'ساعات'] },
  { kind: 'time', id: 'day', names: ['day', 'days', '天', 'يوم', 'يوما', 'ايام'] },
  {
    kind: 'time',
    id: 'week',
    names: ['week', 'weeks', '周', '个星期', '星期', '礼拜', '个礼拜', 'اسبوع', 'اسبوعا', 'اسابيع'],
  },
  { kind: 'time', id: 'month', names: ['month', 'months', '个月', 'شهر', 'شهرا', 'اشهر', 'شهور'] },
  {
    kind: 'time',
    id: 'year',
    names: ['year', 'years', 'yr', 'yrs', '年', 'سنة', 'سنوات', 'عام', 'عاما', 'اعوام'],
  },
  { kind: 'share', id: '%', names: ['%', '٪', 'percent', 'بالمئة', 'بالمائة', 'في المئة', 'في المائة'] },
];

/** Counted things that people glue to a number in Latin letters, besides the units above. */
const COUNT_SUFFIXES = [
  'pc',
  'pcs',
  'pieces',
  'sets',
  'units',
  'boxes',
  'ctn',
  'ctns',
  'l',
  'ml',
  'w',
  'kw',
  'v',
  'hz',
];

/** Pattern source: every Latin unit or count that may follow a number without a space. */
export const QUANTITY_SUFFIX = [...COUNT_SUFFIXES, ...UNITS.flatMap((unit) => unit.names)]
  .filter((name) => /^[a-z]+$/.test(name))
  .sort((a, b) => b.length - a.length)
  .join('|');
