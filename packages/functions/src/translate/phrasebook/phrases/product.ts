import type { Phrase } from '../phrase.ts';

/** Goods, samples, quality, stock and who makes them. */
export const PRODUCT_PHRASES: readonly Phrase[] = [
  {
    id: 'what-products',
    en: ['What products do you offer?', 'What products do you have?', 'What do you sell?'],
    zh: ['你们有哪些产品？', '你们有什么产品？', '贵公司有哪些产品？'],
    ar: ['ما المنتجات التي تقدمونها؟', 'ما هي المنتجات التي تقدمونها؟', 'ما هي منتجاتكم؟', 'ماذا تبيعون؟'],
  },
  {
    id: 'newest-product',
    en: ['This is our newest product.', 'This is our latest product.'],
    zh: ['这是我们的最新产品。', '这是我们最新的产品。'],
    ar: ['هذا أحدث منتجاتنا.', 'هذا هو أحدث منتجاتنا.'],
  },
  {
    id: 'have-catalogue',
    en: ['Do you have a catalogue?', 'Do you have a catalog?', 'Do you have a product catalogue?'],
    zh: ['你们有产品目录吗？', '您有产品目录吗？', '有产品目录吗？'],
    ar: ['هل لديكم كتالوج؟', 'هل عندكم كتالوج؟', 'هل لديكم دليل للمنتجات؟'],
  },
  {
    id: 'send-catalogue',
    en: ['Please send me your catalogue.', 'Please send me your catalog.', 'Please send me the catalogue.'],
    zh: ['请把产品目录发给我。', '请发给我产品目录。', '请发一份产品目录给我。'],
    ar: ['يرجى إرسال كتالوج المنتجات إليّ.', 'من فضلكم أرسلوا لي كتالوج المنتجات.'],
  },
  {
    id: 'get-sample',
    en: ['Can I get a sample?', 'Can I have a sample?', 'Could I get a sample?', 'May I have a sample?'],
    zh: ['可以给我一个样品吗？', '我可以要一个样品吗？', '能给我一个样品吗？', '可以给个样品吗？'],
    ar: ['هل يمكنني الحصول على عينة؟', 'هل من الممكن الحصول على عينة؟', 'ممكن عينة؟'],
  },
  {
    id: 'samples-free-question',
    en: ['Are the samples free?', 'Are samples free?', 'Is the sample free?'],
    zh: ['样品免费吗？', '样品是免费的吗？'],
    ar: ['هل العينات مجانية؟', 'هل العينة مجانية؟'],
  },
  {
    id: 'samples-free',
    en: [
      'Samples are free of charge.',
      'The samples are free of charge.',
      'Samples are free.',
      'The samples are free.',
    ],
    zh: ['样品免费。', '样品是免费的。'],
    ar: ['العينات مجانية.'],
  },
  {
    id: 'in-stock-question',
    en: ['Is it in stock?', 'Is this in stock?', 'Do you have it in stock?', 'Is this product in stock?'],
    zh: ['有现货吗？', '这个有现货吗？', '你们有现货吗？'],
    ar: ['هل هذا المنتج متوفر في المخزون؟', 'هل هو متوفر في المخزون؟', 'هل المنتج متوفر في المخزون؟'],
  },
  {
    id: 'in-stock',
    en: ['It is in stock.', "It's in stock.", 'We have it in stock.'],
    zh: ['有现货。', '这个有现货。', '我们有现货。'],
    ar: ['المنتج متوفر في المخزون.', 'متوفر في المخزون.', 'هو متوفر في المخزون.'],
  },
  {
    id: 'out-of-stock',
    en: [
      'It is currently out of stock.',
      "It's currently out of stock.",
      'It is out of stock.',
      "It's out of stock.",
    ],
    zh: ['目前缺货。', '现在缺货。', '目前没有现货。', '现在没有现货。'],
    ar: ['المنتج غير متوفر حاليًا.', 'غير متوفر حاليًا.', 'المنتج غير متوفر حاليًا في المخزون.'],
  },
  {
    id: 'customize',
    en: [
      'Can it be customized?',
      'Can it be customised?',
      'Can you customize it?',
      'Can this be customized?',
    ],
    zh: ['可以定制吗？', '能定制吗？', '这个可以定制吗？', '这个能定制吗？'],
    ar: ['هل يمكن تخصيص المنتج؟', 'هل يمكن تخصيصه؟', 'هل يمكنكم تخصيصه؟'],
  },
  {
    id: 'print-our-logo',
    en: ['Can you print our logo?', 'Could you print our logo?'],
    zh: ['可以印我们的标志吗？', '可以印我们的logo吗？', '能印我们的logo吗？', '能印我们的标志吗？'],
    ar: ['هل يمكنكم طباعة شعارنا؟', 'هل يمكن طباعة شعارنا؟'],
  },
  {
    id: 'which-colours',
    en: [
      'What colours are available?',
      'What colors are available?',
      'What colours do you have?',
      'What colors do you have?',
    ],
    zh: ['有哪些颜色？', '有什么颜色？', '都有什么颜色？', '都有哪些颜色？'],
    ar: ['ما الألوان المتوفرة؟', 'ما هي الألوان المتوفرة؟', 'ما الألوان المتاحة؟', 'ما هي الألوان المتاحة؟'],
  },
  {
    id: 'which-sizes',
    en: ['What sizes are available?', 'What sizes do you have?'],
    zh: ['有哪些尺寸？', '有什么尺寸？', '都有哪些尺寸？', '都有什么尺寸？'],
    ar: [
      'ما المقاسات المتوفرة؟',
      'ما هي المقاسات المتوفرة؟',
      'ما المقاسات المتاحة؟',
      'ما هي المقاسات المتاحة؟',
    ],
  },
  {
    id: 'which-material',
    en: [
      'What material is it made of?',
      'What is it made of?',
      'What is this made of?',
      "What's it made of?",
    ],
    zh: ['这是什么材质的？', '这是什么材料做的？', '是什么材质的？', '什么材质的？'],
    ar: ['من أي مادة صُنع هذا المنتج؟', 'من أي مادة صنع هذا؟', 'ما المادة المصنوع منها؟'],
  },
  {
    id: 'where-made',
    en: ['Where is it made?', 'Where is this made?', 'Where is this product made?'],
    zh: ['这是哪里生产的？', '在哪里生产的？', '这是在哪里生产的？', '产地是哪里？'],
    ar: ['أين يُصنع هذا المنتج؟', 'أين يصنع هذا؟', 'أين صنع هذا المنتج؟'],
  },
  {
    id: 'how-is-quality',
    en: [
      'How is the quality?',
      "How's the quality?",
      'What is the quality like?',
      "What's the quality like?",
    ],
    zh: ['质量怎么样？', '质量如何？', '品质怎么样？', '产品质量怎么样？'],
    ar: ['كيف هي الجودة؟', 'كيف الجودة؟', 'كيف جودة المنتج؟'],
  },
  {
    id: 'have-certificates',
    en: ['Do you have any certificates?', 'Do you have certificates?', 'Do you have any certifications?'],
    zh: ['你们有认证证书吗？', '你们有证书吗？', '有认证证书吗？', '你们有什么认证吗？'],
    ar: ['هل لديكم أي شهادات؟', 'هل لديكم شهادات؟', 'هل عندكم شهادات؟'],
  },
  {
    id: 'warranty-question',
    en: ['How long is the warranty?', 'What is the warranty period?', "What's the warranty period?"],
    zh: ['保修期多长？', '保修期是多久？', '保修多久？', '质保期多长？', '质保多久？'],
    ar: ['ما مدة الضمان؟', 'ما هي مدة الضمان؟', 'كم مدة الضمان؟'],
  },
  {
    id: 'warranty-is',
    en: ['The warranty period is {quantity}.', 'The warranty is {quantity}.'],
    zh: [
      '保修期为{quantity}。',
      '保修期是{quantity}。',
      '保修期{quantity}。',
      '质保期是{quantity}。',
      '保修{quantity}。',
    ],
    ar: ['مدة الضمان {quantity}.', 'مدة الضمان هي {quantity}.'],
  },
  {
    id: 'are-you-manufacturer',
    en: ['Are you a manufacturer?', 'Are you the manufacturer?'],
    zh: ['你们是生产厂家吗？', '你们是厂家吗？', '您是厂家吗？', '你们是生产商吗？'],
    ar: ['هل أنتم الشركة المصنعة؟', 'هل أنتم شركة مصنعة؟', 'هل أنتم المصنع؟'],
  },
  {
    id: 'we-are-manufacturer',
    en: [
      'We are a manufacturer.',
      "We're a manufacturer.",
      'We are the manufacturer.',
      "We're the manufacturer.",
    ],
    zh: ['我们是生产厂家。', '我们是厂家。', '我们是生产商。'],
    ar: ['نحن شركة مصنعة.', 'نحن الشركة المصنعة.'],
  },
  {
    id: 'visit-factory',
    en: ['Can I visit your factory?', 'May I visit your factory?', 'Could I visit your factory?'],
    zh: ['我可以参观你们的工厂吗？', '我能参观你们的工厂吗？', '我可以参观贵公司的工厂吗？'],
    ar: ['هل يمكنني زيارة مصنعكم؟', 'هل أستطيع زيارة مصنعكم؟'],
  },
];
