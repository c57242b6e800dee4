import type { Language } from '@dragoman/domain/languages';

/** The sample event: invented people and companies. Chats name people by their key. */
export const DEMO_PASSWORD = 'sample-event-2026';

export interface DemoPerson {
  key: string;
  email: string;
  profile: {
    role: 'vendor' | 'visitor';
    name: string;
    company: string;
    designation: string;
    language: Language;
    phone: string;
    website: string;
    whatsapp?: string;
    wechat?: string;
  };
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    key: 'helen',
    email: 'helen@demo.example',
    profile: {
      role: 'vendor',
      name: 'Helen Marsh',
      company: 'Northlight Lamps',
      designation: 'Export Manager',
      language: 'en',
      phone: '+44 20 7946 0018',
      website: 'https://northlight.example',
      whatsapp: '+44 20 7946 0018',
    },
  },
  {
    key: 'guo',
    email: 'guo@demo.example',
    profile: {
      role: 'vendor',
      name: '郭思远',
      company: '澄川精密五金',
      designation: '销售总监',
      language: 'zh',
      phone: '+86 20 5550 1234',
      website: 'https://chengchuan.example',
      wechat: 'guosiyuan_cc',
    },
  },
  {
    key: 'mei',
    email: 'mei@demo.example',
    profile: {
      role: 'visitor',
      name: '梁美琪',
      company: '云栖家居',
      designation: '采购经理',
      language: 'zh',
      phone: '+86 571 5550 8821',
      website: 'https://yunqi-home.example',
      wechat: 'meiqi_liang',
    },
  },
  {
    key: 'karim',
    email: 'karim@demo.example',
    profile: {
      role: 'visitor',
      name: 'كريم الحداد',
      company: 'شركة نخيل الخليج للتجارة',
      designation: 'مدير المشتريات',
      language: 'ar',
      phone: '+971 4 555 0142',
      website: 'https://nakheel-gulf.example',
      whatsapp: '+971 4 555 0142',
    },
  },
  {
    key: 'lucia',
    email: 'lucia@demo.example',
    profile: {
      role: 'visitor',
      name: 'Lucía Ferrer',
      company: 'Casa Alborada',
      designation: 'Buyer',
      language: 'en',
      phone: '+34 910 555 077',
      website: 'https://alborada.example',
    },
  },
];

export interface DemoLine {
  by: string;
  text: string;
  translated: string | null;
}

export const DEMO_CHATS: ReadonlyArray<{ vendor: string; visitor: string; lines: readonly DemoLine[] }> = [
  {
    vendor: 'helen',
    visitor: 'mei',
    lines: [
      {
        by: 'mei',
        text: '您好，我想了解一下这款台灯。',
        translated: 'Hello, I would like to know more about this desk lamp.',
      },
      {
        by: 'helen',
        text: 'With pleasure. It is made of recycled aluminium and uses 9 W.',
        translated: '很乐意。它采用再生铝制造，功率为 9 W。',
      },
      { by: 'mei', text: '最小起订量是多少？', translated: 'What is the minimum order quantity?' },
      { by: 'helen', text: '200 pieces per colour.', translated: '每种颜色 200 件。' },
      { by: 'mei', text: '可以先寄样品吗？', translated: 'Could you send a sample first?' },
      { by: 'helen', text: 'Yes, two samples leave on Monday.', translated: '可以，周一寄出两件样品。' },
    ],
  },
  {
    vendor: 'helen',
    visitor: 'karim',
    lines: [
      { by: 'karim', text: 'مرحبًا، هل تشحنون إلى دبي؟', translated: 'Hello, do you ship to Dubai?' },
      {
        by: 'helen',
        text: 'We do. Sea freight takes about 25 days.',
        translated: 'نعم. يستغرق الشحن البحري نحو 25 يومًا.',
      },
      {
        by: 'karim',
        text: 'ممتاز. أرسلوا لي قائمة الأسعار من فضلكم.',
        translated: 'Excellent. Please send me the price list.',
      },
    ],
  },
  {
    vendor: 'guo',
    visitor: 'lucia',
    lines: [
      { by: 'lucia', text: 'Are these hinges available in brass?', translated: '这些铰链有黄铜的吗？' },
      { by: 'guo', text: '有，交货期为 30 天。', translated: 'Yes, the lead time is 30 days.' },
    ],
  },
];
