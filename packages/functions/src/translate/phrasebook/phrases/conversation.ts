import type { Phrase } from '../phrase.ts';

/** Understanding each other, thinking it over, showing interest. */
export const CONVERSATION_PHRASES: readonly Phrase[] = [
  {
    id: 'do-not-understand',
    en: ["I don't understand.", 'I do not understand.'],
    zh: ['我不明白。', '我不懂。'],
    ar: ['لا أفهم.', 'أنا لا أفهم.'],
  },
  {
    id: 'explain-again',
    en: ['Could you explain that again?', 'Can you explain that again?'],
    zh: ['您能再解释一下吗？', '能再解释一下吗？', '你能再解释一下吗？'],
    ar: ['هل يمكنكم توضيح ذلك مرة أخرى؟', 'هل يمكنك توضيح ذلك مرة أخرى؟'],
  },
  {
    id: 'speak-english',
    en: ['Do you speak English?'],
    zh: ['您会说英语吗？', '你会说英语吗？', '您会讲英语吗？', '你会讲英语吗？'],
    ar: ['هل تتحدثون الإنجليزية؟', 'هل تتحدث الإنجليزية؟', 'هل تتكلمون الإنجليزية؟', 'هل تتكلم الإنجليزية؟'],
  },
  {
    id: 'speak-chinese',
    en: ['Do you speak Chinese?'],
    zh: ['您会说中文吗？', '你会说中文吗？', '您会讲中文吗？', '您会说汉语吗？'],
    ar: ['هل تتحدثون الصينية؟', 'هل تتحدث الصينية؟', 'هل تتكلمون الصينية؟', 'هل تتكلم الصينية؟'],
  },
  {
    id: 'speak-arabic',
    en: ['Do you speak Arabic?'],
    zh: ['您会说阿拉伯语吗？', '你会说阿拉伯语吗？', '您会讲阿拉伯语吗？'],
    ar: ['هل تتحدثون العربية؟', 'هل تتحدث العربية؟', 'هل تتكلمون العربية؟', 'هل تتكلم العربية؟'],
  },
  {
    id: 'one-moment',
    en: ['One moment, please.', 'Just a moment, please.', 'Please wait a moment.', 'Just a moment.'],
    zh: ['请稍等。', '请稍等一下。', '稍等。', '稍等一下。', '请等一下。'],
    ar: ['لحظة من فضلكم.', 'لحظة من فضلك.', 'لحظة واحدة من فضلكم.', 'لحظة واحدة من فضلك.'],
  },
  {
    id: 'let-me-check',
    en: ['Let me check.', 'Let me check that.'],
    zh: ['我查一下。', '让我查一下。', '我确认一下。', '让我确认一下。'],
    ar: ['دعوني أتحقق من ذلك.', 'دعني أتحقق من ذلك.', 'دعني أتحقق.', 'دعوني أتحقق.'],
  },
  {
    id: 'get-back-to-you',
    en: [
      'I will get back to you as soon as possible.',
      "I'll get back to you as soon as possible.",
      'I will reply to you as soon as possible.',
    ],
    zh: ['我会尽快回复您。', '我会尽快答复您。', '我会尽快回复你。'],
    ar: ['سأرد عليكم في أقرب وقت ممكن.', 'سأرد عليك في أقرب وقت ممكن.', 'سأرد عليكم في أقرب وقت.'],
  },
  {
    id: 'i-agree',
    en: ['I agree.'],
    zh: ['我同意。'],
    ar: ['أوافق.', 'أنا موافق.', 'أنا موافقة.', 'أنا أوافق.'],
  },
  {
    id: 'think-about-it',
    en: ['I need to think about it.', 'Let me think about it.'],
    zh: ['我需要考虑一下。', '我考虑一下。', '让我考虑一下。'],
    ar: ['أحتاج إلى التفكير في الأمر.', 'دعوني أفكر في الأمر.', 'دعني أفكر في الأمر.'],
  },
  {
    id: 'ask-my-manager',
    en: ['I need to ask my manager.', 'I have to ask my manager.'],
    zh: ['我需要请示经理。', '我需要问一下我的经理。', '我要问一下我的经理。'],
    ar: ['عليّ أن أسأل مديري.', 'يجب أن أسأل مديري.', 'أحتاج إلى سؤال مديري.'],
  },
  {
    id: 'just-looking',
    en: ["I'm just looking.", 'I am just looking.', 'Just looking.'],
    zh: ['我只是看看。', '我随便看看。', '随便看看。'],
    ar: ['أتفرج فقط.', 'أنا أتفرج فقط.'],
  },
  {
    id: 'interested-in-this-product',
    en: ['I am interested in this product.', "I'm interested in this product."],
    zh: ['我对这个产品感兴趣。', '我对这款产品感兴趣。', '我对该产品感兴趣。'],
    ar: ['يهمني هذا المنتج.', 'أنا مهتم بهذا المنتج.', 'أنا مهتمة بهذا المنتج.'],
  },
  {
    id: 'interested-in-your-products',
    en: ['I am interested in your products.', "I'm interested in your products."],
    zh: ['我对你们的产品感兴趣。', '我对贵公司的产品感兴趣。', '我对您的产品感兴趣。'],
    ar: ['تهمني منتجاتكم.', 'أنا مهتم بمنتجاتكم.', 'أنا مهتمة بمنتجاتكم.'],
  },
  {
    id: 'we-are-interested-in-your-products',
    en: ['We are interested in your products.', "We're interested in your products."],
    zh: ['我们对贵公司的产品感兴趣。', '我们对你们的产品感兴趣。'],
    ar: ['نحن مهتمون بمنتجاتكم.', 'تهمنا منتجاتكم.'],
  },
  {
    id: 'deal',
    en: ["It's a deal.", 'Deal.'],
    zh: ['成交。', '一言为定。'],
    ar: ['اتفقنا.'],
  },
  {
    id: 'look-forward-to-cooperation',
    en: [
      'We look forward to working with you.',
      'We are looking forward to working with you.',
      'We look forward to our cooperation.',
    ],
    zh: ['我们期待与您合作。', '我们期待与贵公司合作。', '期待与您合作。', '期待与您的合作。'],
    ar: ['نتطلع إلى التعاون معكم.', 'نتطلع للتعاون معكم.', 'نتطلع إلى العمل معكم.'],
  },
  {
    id: 'look-forward-to-your-reply',
    en: [
      'I look forward to your reply.',
      'Looking forward to your reply.',
      'I am looking forward to your reply.',
    ],
    zh: ['期待您的回复。', '期待您的答复。', '我期待您的回复。'],
    ar: ['أتطلع إلى ردكم.', 'أتطلع إلى ردك.', 'في انتظار ردكم.'],
  },
];
