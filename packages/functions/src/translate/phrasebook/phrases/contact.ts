import type { Phrase } from '../phrase.ts';

/** Names, cards, booths, appointments. */
export const CONTACT_PHRASES: readonly Phrase[] = [
  {
    id: 'your-name-question',
    en: ['What is your name?', "What's your name?", 'May I have your name?'],
    zh: ['请问怎么称呼您？', '怎么称呼您？', '您叫什么名字？', '你叫什么名字？'],
    ar: ['ما اسمكم الكريم؟', 'ما اسمك الكريم؟', 'ما اسمكم؟', 'ما اسمك؟'],
  },
  {
    id: 'where-from-question',
    en: ['Where are you from?', 'Where do you come from?'],
    zh: ['您来自哪里？', '你来自哪里？', '请问您来自哪里？', '您是哪里人？', '你是哪里人？'],
    ar: ['من أين أنتم؟', 'من أين أنت؟'],
  },
  {
    id: 'which-company-question',
    en: ['Which company are you from?', 'What company are you from?'],
    zh: ['您是哪家公司的？', '你是哪家公司的？', '请问您是哪家公司的？', '您来自哪家公司？'],
    ar: ['من أي شركة أنتم؟', 'من أي شركة أنت؟'],
  },
  {
    id: 'business-card-question',
    en: [
      'Could I have your business card?',
      'Can I have your business card?',
      'May I have your business card?',
    ],
    zh: ['可以给我一张您的名片吗？', '能给我一张您的名片吗？', '可以给我一张名片吗？', '能给我一张名片吗？'],
    ar: [
      'هل يمكنني الحصول على بطاقة عملكم؟',
      'هل يمكنني الحصول على بطاقتكم؟',
      'هل يمكنني الحصول على بطاقة عملك؟',
    ],
  },
  {
    id: 'here-is-my-card',
    en: ['Here is my business card.', "Here's my business card.", 'This is my business card.'],
    zh: ['这是我的名片。'],
    ar: ['هذه بطاقة عملي.', 'تفضلوا بطاقة عملي.', 'تفضل بطاقة عملي.'],
  },
  {
    id: 'add-on-wechat-question',
    en: ['Can I add you on WeChat?', 'May I add you on WeChat?', 'Could I add you on WeChat?'],
    zh: ['可以加您微信吗？', '可以加你微信吗？', '能加您微信吗？', '可以加个微信吗？', '能加个微信吗？'],
    ar: ['هل يمكنني إضافتكم على WeChat؟', 'هل يمكنني إضافتك على WeChat؟', 'هل يمكنني إضافتكم على وي تشات؟'],
  },
  {
    id: 'have-whatsapp-question',
    en: ['Do you have WhatsApp?', 'Are you on WhatsApp?'],
    zh: ['您有WhatsApp吗？', '你有WhatsApp吗？', '你们有WhatsApp吗？'],
    ar: ['هل لديكم واتساب؟', 'هل لديك واتساب؟', 'هل عندكم واتساب؟', 'هل عندك واتساب؟'],
  },
  {
    id: 'how-to-contact-question',
    en: ['How can I contact you?', 'How can I reach you?', 'How do I contact you?'],
    zh: ['我怎么联系您？', '怎么联系您？', '我怎么联系你？', '如何联系您？', '怎么联系你们？'],
    ar: [
      'كيف يمكنني التواصل معكم؟',
      'كيف يمكنني التواصل معك؟',
      'كيف أتواصل معكم؟',
      'كيف يمكنني الاتصال بكم؟',
    ],
  },
  {
    id: 'my-phone-is',
    en: ['My phone number is {phone}.', 'My number is {phone}.'],
    zh: ['我的电话号码是{phone}。', '我的电话是{phone}。', '我的手机号是{phone}。'],
    ar: ['رقم هاتفي {phone}.', 'رقم هاتفي هو {phone}.', 'رقمي {phone}.'],
  },
  {
    id: 'my-email-is',
    en: ['My email address is {email}.', 'My email is {email}.'],
    zh: ['我的邮箱是{email}。', '我的电子邮箱是{email}。', '我的邮箱地址是{email}。'],
    ar: ['بريدي الإلكتروني {email}.', 'بريدي الإلكتروني هو {email}.', 'عنوان بريدي الإلكتروني {email}.'],
  },
  {
    id: 'my-wechat-is',
    en: ['My WeChat ID is {code}.', 'My WeChat is {code}.'],
    zh: ['我的微信号是{code}。', '我的微信是{code}。'],
    ar: ['معرّفي على WeChat هو {code}.', 'معرفي على وي تشات هو {code}.'],
  },
  {
    id: 'send-email',
    en: ['Please send me an email.', 'Please email me.'],
    zh: ['请给我发邮件。', '请发邮件给我。', '请给我发电子邮件。'],
    ar: [
      'يرجى مراسلتي عبر البريد الإلكتروني.',
      'من فضلكم أرسلوا لي بريدًا إلكترونيًا.',
      'من فضلك أرسل لي بريدًا إلكترونيًا.',
    ],
  },
  {
    id: 'where-is-your-booth-question',
    en: ['Where is your booth?', 'Where is your stand?', "Where's your booth?"],
    zh: ['你们的展位在哪里？', '您的展位在哪里？', '你们的展位在哪？', '你们展位在哪里？'],
    ar: ['أين يقع جناحكم؟', 'أين جناحكم؟'],
  },
  {
    id: 'our-booth-is',
    en: [
      'Our booth number is {code}.',
      'Our booth is {code}.',
      'Our stand number is {code}.',
      'We are at booth {code}.',
    ],
    zh: ['我们的展位号是{code}。', '展位号是{code}。', '我们的展位是{code}。', '我们在{code}展位。'],
    ar: ['رقم جناحنا {code}.', 'رقم جناحنا هو {code}.', 'جناحنا رقم {code}.'],
  },
  {
    id: 'when-free-question',
    en: ['When are you available?', 'When are you free?'],
    zh: ['您什么时候有空？', '你什么时候有空？', '您什么时候方便？', '你什么时候方便？'],
    ar: ['متى يناسبكم الوقت؟', 'متى يناسبكم؟', 'متى يناسبك؟'],
  },
  {
    id: 'meet-tomorrow-question',
    en: ['Can we meet tomorrow?', 'Could we meet tomorrow?'],
    zh: ['我们明天可以见面吗？', '明天可以见面吗？', '我们明天能见面吗？', '明天能见面吗？'],
    ar: ['هل يمكننا أن نلتقي غدًا؟', 'هل يمكننا اللقاء غدًا؟', 'هل يمكن أن نلتقي غدًا؟'],
  },
  {
    id: 'meet-at',
    en: ["Let's meet at {time}.", 'Let us meet at {time}.'],
    zh: ['我们{time}见面吧。', '我们{time}见面。', '我们{time}见。', '我们{time}见吧。'],
    ar: ['لنلتقِ الساعة {time}.', 'نلتقي الساعة {time}.', 'لنلتق في الساعة {time}.'],
  },
];
