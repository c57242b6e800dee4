import type { ArabicForms, SlotUnit } from './slot-unit.ts';

// One line a unit: English forms (one / more / also understood), Chinese (form / also understood),
// Arabic.

/**
 * A noun that ends in ta marbuta: its dual and its forms after numbers follow from the singular.
 */
function feminine(singular: string, few: string, ...read: string[]): SlotUnit['ar'] {
  const stem = singular.slice(0, -1);
  const forms: ArabicForms = {
    one: `${singular} واحدة`,
    two: `${stem}تان`,
    twoOblique: `${stem}تين`,
    few,
    many: singular,
    other: singular,
  };
  return { forms, read: [few, singular, ...read] };
}

/** A noun that takes the alef of the accusative after 11 to 99, unless `many` says otherwise. */
function masculine(singular: string, few: string, many = `${singular}ًا`, ...read: string[]): SlotUnit['ar'] {
  const forms: ArabicForms = {
    one: `${singular} واحد`,
    two: `${singular}ان`,
    twoOblique: `${singular}ين`,
    few,
    many,
    other: singular,
  };
  return { forms, read: [few, many, singular, ...read] };
}

function compound(forms: ArabicForms): SlotUnit['ar'] {
  return { forms, read: [forms.few, forms.many, forms.other] };
}

function symbol(form: string, ...read: string[]): SlotUnit['ar'] {
  return { forms: form, read: [form, ...read] };
}

function unit(id: string, en: string, zh: string, ar: SlotUnit['ar']): SlotUnit {
  const [one = '', other = '', ...more] = en.split(' / ');
  const [form = '', ...alsoZh] = zh.split(' / ');
  return {
    id,
    en: { one, other, read: [one, other, ...more] },
    zh: { form, read: [form, ...alsoZh] },
    ar,
  };
}

export const UNIT_LIST: readonly SlotUnit[] = [
  unit('piece', 'piece / pieces / pcs / pc', '件 / 个', feminine('قطعة', 'قطع')),
  unit('unit', 'unit / units', '台', feminine('وحدة', 'وحدات')),
  unit('set', 'set / sets', '套', masculine('طقم', 'أطقم')),
  unit('pair', 'pair / pairs', '双 / 对', masculine('زوج', 'أزواج')),
  unit('dozen', 'dozen / dozen', '打', feminine('دزينة', 'دزينات')),
  unit('carton', 'carton / cartons / ctn / ctns', '箱', feminine('كرتونة', 'كراتين')),
  unit('box', 'box / boxes', '盒', masculine('صندوق', 'صناديق')),
  unit('bag', 'bag / bags', '袋', masculine('كيس', 'أكياس')),
  unit('roll', 'roll / rolls', '卷', feminine('لفة', 'لفات')),
  unit('bottle', 'bottle / bottles', '瓶', feminine('زجاجة', 'زجاجات')),
  unit('can', 'can / cans', '罐', feminine('علبة', 'علب')),
  unit('drum', 'drum / drums', '桶', masculine('برميل', 'براميل')),
  unit('sheet', 'sheet / sheets', '张', masculine('لوح', 'ألواح')),
  unit('pallet', 'pallet / pallets', '个托盘 / 托盘', feminine('طبلية', 'طبليات')),
  unit('container', 'container / containers', '个集装箱 / 集装箱', feminine('حاوية', 'حاويات')),
  unit('truck', 'truck / trucks', '辆卡车 / 卡车', feminine('شاحنة', 'شاحنات')),
  unit('kg', 'kg / kg / kgs / kilogram / kilograms / kilo / kilos', '公斤 / 千克 / kg', {
    forms: 'كجم',
    read: [
      'كجم',
      'كغ',
      'كغم',
      'كيلو',
      'كيلوغرام',
      'كيلوغرامًا',
      'كيلوغرامات',
      'كيلوجرام',
      'كيلوجرامًا',
      'كيلوجرامات',
    ],
  }),
  unit(
    'gram',
    'g / g / gram / grams',
    '克 / g',
    symbol('جم', 'غم', 'غرام', 'غرامًا', 'غرامات', 'جرام', 'جرامًا', 'جرامات'),
  ),
  unit(
    'tonne',
    'tonne / tonnes / ton / tons / metric ton / metric tons / mt',
    '吨',
    masculine('طن', 'أطنان'),
  ),
  unit('litre', 'litre / litres / liter / liters', '升', masculine('لتر', 'لترات')),
  unit('ml', 'ml / ml', '毫升 / ml', symbol('مل')),
  unit('metre', 'metre / metres / meter / meters / m', '米', masculine('متر', 'أمتار')),
  unit('cm', 'cm / cm / centimetres / centimeters', '厘米 / 公分 / cm', symbol('سم', 'سنتيمتر', 'سنتيمترًا')),
  unit('mm', 'mm / mm / millimetres / millimeters', '毫米 / mm', symbol('مم', 'ملم', 'مليمتر', 'مليمترًا')),
  unit('km', 'km / km / kilometres / kilometers', '公里 / 千米 / km', symbol('كم', 'كيلومتر', 'كيلومترًا')),
  unit('inch', 'inch / inches', '英寸', feminine('بوصة', 'بوصات')),
  unit(
    'square-metre',
    'square metre / square metres / square meter / square meters / sqm / m2',
    '平方米 / m2',
    compound({
      one: 'متر مربع واحد',
      two: 'متران مربعان',
      twoOblique: 'مترين مربعين',
      few: 'أمتار مربعة',
      many: 'مترًا مربعًا',
      other: 'متر مربع',
    }),
  ),
  unit(
    'cubic-metre',
    'cubic metre / cubic metres / cubic meter / cubic meters / cbm / m3',
    '立方米 / m3',
    compound({
      one: 'متر مكعب واحد',
      two: 'متران مكعبان',
      twoOblique: 'مترين مكعبين',
      few: 'أمتار مكعبة',
      many: 'مترًا مكعبًا',
      other: 'متر مكعب',
    }),
  ),
  unit('watt', 'W / W / watt / watts', '瓦 / W', symbol('واط')),
  unit('kilowatt', 'kW / kW / kilowatt / kilowatts', '千瓦 / kW', symbol('كيلوواط')),
  unit('volt', 'V / V / volt / volts', '伏 / V', symbol('فولت')),
  unit('celsius', '°C / °C', '摄氏度 / °C', symbol('°م', 'درجة مئوية')),
  unit('minute', 'minute / minutes / min / mins', '分钟', feminine('دقيقة', 'دقائق')),
  unit('hour', 'hour / hours / hrs', '小时 / 个小时', feminine('ساعة', 'ساعات')),
  unit('day', 'day / days', '天', masculine('يوم', 'أيام')),
  unit(
    'working-day',
    'working day / working days / business day / business days',
    '个工作日 / 工作日',
    compound({
      one: 'يوم عمل واحد',
      two: 'يوما عمل',
      twoOblique: 'يومي عمل',
      few: 'أيام عمل',
      many: 'يوم عمل',
      other: 'يوم عمل',
    }),
  ),
  unit('week', 'week / weeks', '周 / 个星期 / 星期', masculine('أسبوع', 'أسابيع')),
  unit('month', 'month / months', '个月', masculine('شهر', 'أشهر', 'شهرًا', 'شهور')),
  unit('year', 'year / years', '年', feminine('سنة', 'سنوات', 'أعوام', 'عامًا', 'عام')),
  unit('person', 'person / people / persons', '人', masculine('شخص', 'أشخاص')),
  unit('employee', 'employee / employees', '名员工 / 个员工 / 员工', masculine('موظف', 'موظفين')),
  unit('worker', 'worker / workers', '名工人 / 个工人 / 工人', masculine('عامل', 'عمال')),
  unit('engineer', 'engineer / engineers', '名工程师 / 个工程师 / 工程师', masculine('مهندس', 'مهندسين')),
  unit('customer', 'customer / customers / clients', '个客户 / 位客户 / 客户', masculine('عميل', 'عملاء')),
  unit('country', 'country / countries', '个国家 / 国家', feminine('دولة', 'دول')),
  unit('sample', 'sample / samples', '个样品 / 样品', feminine('عينة', 'عينات')),
  unit('colour', 'colour / colours / color / colors', '种颜色 / 个颜色', masculine('لون', 'ألوان')),
  unit('size', 'size / sizes', '种尺寸 / 个尺寸', masculine('مقاس', 'مقاسات')),
  unit('model', 'model / models', '个型号 / 款型号', masculine('موديل', 'موديلات')),
  unit('design', 'design / designs', '款设计 / 个设计', masculine('تصميم', 'تصاميم')),
  unit('machine', 'machine / machines', '台机器', feminine('آلة', 'آلات')),
  unit(
    'production-line',
    'production line / production lines',
    '条生产线',
    compound({
      one: 'خط إنتاج واحد',
      two: 'خطا إنتاج',
      twoOblique: 'خطي إنتاج',
      few: 'خطوط إنتاج',
      many: 'خط إنتاج',
      other: 'خط إنتاج',
    }),
  ),
  unit('factory', 'factory / factories', '家工厂 / 个工厂', masculine('مصنع', 'مصانع')),
  unit('branch', 'branch / branches', '家分公司 / 个分公司', masculine('فرع', 'فروع')),
  unit('shop', 'shop / shops / store / stores', '家门店 / 个门店', masculine('متجر', 'متاجر')),
];
