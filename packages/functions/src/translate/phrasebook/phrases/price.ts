import type { Phrase } from '../phrase.ts';

/** Prices and bargaining. */
export const PRICE_PHRASES: readonly Phrase[] = [
  {
    id: 'how-much',
    en: [
      'How much is it?',
      'How much is this?',
      'How much does it cost?',
      'How much does this cost?',
      'What is the price?',
      "What's the price?",
      'How much?',
    ],
    zh: [
      '多少钱？',
      '这个多少钱？',
      '请问多少钱？',
      '请问这个多少钱？',
      '价格是多少？',
      '价格多少？',
      '什么价格？',
    ],
    ar: ['كم السعر؟', 'ما السعر؟', 'ما هو السعر؟', 'كم سعر هذا؟', 'كم سعره؟', 'بكم هذا؟', 'كم ثمن هذا؟'],
  },
  {
    id: 'unit-price-question',
    en: [
      'What is the unit price?',
      "What's the unit price?",
      'What is the price per piece?',
      'How much per piece?',
    ],
    zh: ['单价是多少？', '单价多少？', '每件多少钱？', '一件多少钱？'],
    ar: ['ما سعر القطعة الواحدة؟', 'كم سعر القطعة الواحدة؟', 'كم سعر القطعة؟', 'ما سعر القطعة؟'],
  },
  {
    id: 'wholesale-price-question',
    en: ['What is the wholesale price?', "What's the wholesale price?"],
    zh: ['批发价是多少？', '批发价多少？', '批发价格是多少？'],
    ar: ['ما سعر الجملة؟', 'ما هو سعر الجملة؟', 'كم سعر الجملة؟'],
  },
  {
    id: 'best-price-question',
    en: ['What is your best price?', "What's your best price?", 'What is the best price you can offer?'],
    zh: ['最优惠的价格是多少？', '最优惠价格是多少？', '你们最优惠的价格是多少？'],
    ar: ['ما أفضل سعر لديكم؟', 'ما هو أفضل سعر لديكم؟', 'ما أفضل سعر يمكنكم تقديمه؟'],
  },
  {
    id: 'price-for-quantity-question',
    en: [
      'What is the price for {quantity}?',
      "What's the price for {quantity}?",
      'How much for {quantity}?',
      'How much is {quantity}?',
    ],
    zh: ['{quantity}多少钱？', '{quantity}的价格是多少？', '{quantity}价格是多少？'],
    ar: ['كم سعر {quantity}؟', 'ما سعر {quantity}؟', 'بكم {quantity}؟'],
  },
  {
    id: 'price-is',
    en: ['The price is {money}.', 'It costs {money}.'],
    zh: ['价格是{money}。', '价格为{money}。', '价格{money}。'],
    ar: ['السعر {money}.', 'السعر هو {money}.'],
  },
  {
    id: 'unit-price-is',
    en: [
      'The price is {money} per piece.',
      'The unit price is {money}.',
      "It's {money} per piece.",
      '{money} per piece.',
    ],
    zh: ['每件{money}。', '单价是{money}。', '单价为{money}。', '单价{money}。', '每件的价格是{money}。'],
    ar: [
      'سعر القطعة الواحدة {money}.',
      'سعر القطعة {money}.',
      'السعر {money} للقطعة.',
      'السعر {money} للقطعة الواحدة.',
    ],
  },
  {
    id: 'total-is',
    en: ['The total price is {money}.', 'The total is {money}.'],
    zh: ['总价是{money}。', '总价为{money}。', '总价{money}。', '总共{money}。', '一共{money}。'],
    ar: ['السعر الإجمالي {money}.', 'السعر الإجمالي هو {money}.', 'الإجمالي {money}.', 'المجموع {money}.'],
  },
  {
    id: 'negotiable-question',
    en: ['Is the price negotiable?'],
    zh: ['价格可以商量吗？', '价格能商量吗？', '价格可以谈吗？', '价格还能谈吗？'],
    ar: ['هل السعر قابل للتفاوض؟', 'هل يمكن التفاوض على السعر؟'],
  },
  {
    id: 'discount-question',
    en: [
      'Can you offer a discount?',
      'Can you give a discount?',
      'Can you give me a discount?',
      'Is there a discount?',
    ],
    zh: ['可以打折吗？', '能打折吗？', '可以给个折扣吗？', '有折扣吗？'],
    ar: ['هل يمكنكم تقديم خصم؟', 'هل يمكنك تقديم خصم؟', 'هل يوجد خصم؟', 'هل هناك خصم؟'],
  },
  {
    id: 'large-order-discount-question',
    en: [
      'Do you offer discounts for large orders?',
      'Do you offer a discount for large orders?',
      'Is there a discount for large orders?',
      'Is there a discount for bulk orders?',
    ],
    zh: ['大批量订购有折扣吗？', '大订单有折扣吗？', '批量购买有折扣吗？', '量大有优惠吗？'],
    ar: [
      'هل تقدمون خصمًا على الطلبات الكبيرة؟',
      'هل يوجد خصم على الطلبات الكبيرة؟',
      'هل هناك خصم على الكميات الكبيرة؟',
    ],
  },
  {
    id: 'discount-of',
    en: [
      'We can offer a {percent} discount.',
      'We can give you a {percent} discount.',
      'We can offer you a {percent} discount.',
    ],
    zh: ['我们可以给您优惠{percent}。', '我们可以优惠{percent}。', '可以给您优惠{percent}。'],
    ar: [
      'يمكننا تقديم خصم بنسبة {percent}.',
      'يمكننا منحكم خصمًا بنسبة {percent}.',
      'نستطيع تقديم خصم بنسبة {percent}.',
    ],
  },
  {
    id: 'too-expensive',
    en: [
      "It's too expensive.",
      'It is too expensive.',
      "That's too expensive.",
      'Too expensive.',
      'The price is too high.',
    ],
    zh: ['太贵了。', '这个太贵了。', '价格太高了。', '价格太贵了。'],
    ar: ['السعر مرتفع جدًا.', 'السعر غالٍ جدًا.', 'هذا غالٍ جدًا.', 'غالي جدًا.'],
  },
  {
    id: 'lower-price-to-question',
    en: [
      'Can you lower the price to {money}?',
      'Can you reduce the price to {money}?',
      'Could you lower the price to {money}?',
    ],
    zh: ['价格能降到{money}吗？', '价格可以降到{money}吗？', '能降到{money}吗？', '可以降到{money}吗？'],
    ar: [
      'هل يمكنكم تخفيض السعر إلى {money}؟',
      'هل يمكن تخفيض السعر إلى {money}؟',
      'هل يمكنك تخفيض السعر إلى {money}؟',
    ],
  },
  {
    id: 'our-best-price',
    en: ['This is our best price.', "That's our best price.", 'That is our best price.'],
    zh: ['这是我们最优惠的价格。', '这是我们的最优惠价格。', '这已经是最优惠的价格了。'],
    ar: ['هذا أفضل سعر لدينا.', 'هذا هو أفضل سعر لدينا.'],
  },
  {
    id: 'send-price-list',
    en: ['Please send me your price list.', 'Please send me the price list.', 'Please send me a price list.'],
    zh: ['请把价格表发给我。', '请发给我价格表。', '请发一份价格表给我。'],
    ar: [
      'يرجى إرسال قائمة الأسعار إليّ.',
      'من فضلكم أرسلوا لي قائمة الأسعار.',
      'من فضلك أرسل لي قائمة الأسعار.',
    ],
  },
  {
    id: 'send-quotation',
    en: ['Please send me a quotation.', 'Please send me a quote.', 'Please send me your quotation.'],
    zh: ['请把报价单发给我。', '请发给我报价单。', '请发一份报价单给我。', '请给我报价。'],
    ar: ['يرجى إرسال عرض السعر إليّ.', 'من فضلكم أرسلوا لي عرض السعر.', 'من فضلك أرسل لي عرض السعر.'],
  },
  {
    id: 'will-send-quotation-today',
    en: [
      'We will send you the quotation today.',
      "We'll send you the quotation today.",
      'We will send you a quotation today.',
    ],
    zh: ['我们今天会把报价单发给您。', '我们今天会把报价发给您。', '我们今天会给您报价。'],
    ar: ['سنرسل إليكم عرض السعر اليوم.', 'سنرسل لكم عرض السعر اليوم.'],
  },
  {
    id: 'offer-valid-for',
    en: ['This offer is valid for {quantity}.', 'The offer is valid for {quantity}.'],
    zh: [
      '报价有效期为{quantity}。',
      '报价有效期是{quantity}。',
      '此报价有效期为{quantity}。',
      '该报价有效期为{quantity}。',
    ],
    ar: ['هذا العرض صالح لمدة {quantity}.', 'العرض صالح لمدة {quantity}.'],
  },
];
