import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { extractBusinessCard } from './business-card.ts';

test('an English card: name, company and contacts; the fax is not used as a phone number', () => {
  const card = extractBusinessCard(
    recognizedLines([
      { text: 'Harrow & Pike Ltd', height: 36 },
      { text: 'Edith Marlowe', height: 44 },
      'Regional Sales Manager',
      'Fax: +44 20 7946 0111',
      'Tel: +44 20 7946 0812',
      'Email: e.marlowe@harrowpike.co.uk',
      'Web: www.harrowpike.co.uk',
      '12 Wharf Lane, London',
    ]),
  );
  expect(card.fields).toEqual({
    name: 'Edith Marlowe',
    company: 'Harrow & Pike Ltd',
    designation: 'Regional Sales Manager',
    email: 'e.marlowe@harrowpike.co.uk',
    phone: '+44 20 7946 0812',
    website: 'www.harrowpike.co.uk',
    whatsapp: '',
    wechat: '',
  });
  expect(card.uncertain).toEqual([]);
});

test('a Chinese card: national numbers get the country of the domain, the WeChat ID is found by its label', () => {
  const card = extractBusinessCard(
    recognizedLines([
      { text: '海源 电子 有限公司', height: 40 },
      { text: '周 明华', height: 46 },
      '销售 经理 | Sales Manager',
      '电话: 0755-8321 6688   手机: 13812345678',
      '微信: zhou_minghua',
      '邮箱: zhou@haiyuan-e.cn',
      '深圳市南山区科技园南路18号',
    ]),
    { language: 'zh' },
  );
  expect(card.fields).toMatchObject({
    name: '周明华',
    company: '海源电子有限公司',
    designation: '销售经理',
    phone: '+86 138 1234 5678',
    email: 'zhou@haiyuan-e.cn',
    wechat: 'zhou_minghua',
    whatsapp: '',
  });
  expect(card.alternatives).toMatchObject({
    nativeDesignation: '销售经理',
    latinDesignation: 'Sales Manager',
  });
});

test('an Arabic card with its Latin form: the one in the reader’s script is given, both are kept', () => {
  const lines = recognizedLines([
    { text: 'شركة الأفق للتجارة العامة', height: 40 },
    { text: 'خالد بن راشد', height: 44 },
    { text: 'Khalid bin Rashid', height: 32 },
    'مدير المبيعات',
    'جوال: ٠٥٠ ٢٣٤ ٨٨٧١',
    'واتساب: +971 55 671 2098',
    'khalid@ofoqtrading.ae',
  ]);
  expect(extractBusinessCard(lines, { language: 'ar' }).fields).toMatchObject({
    name: 'خالد بن راشد',
    company: 'شركة الأفق للتجارة العامة',
    designation: 'مدير المبيعات',
    phone: '+971 50 234 8871',
    whatsapp: '+971 55 671 2098',
    email: 'khalid@ofoqtrading.ae',
  });
  const english = extractBusinessCard(lines, { language: 'en' });
  expect(english.fields.name).toBe('Khalid bin Rashid');
  expect(english.alternatives).toMatchObject({ nativeName: 'خالد بن راشد', latinName: 'Khalid bin Rashid' });
});

test('two columns that were read as one line are two things, and a company on two lines is one', () => {
  const { fields } = extractBusinessCard(
    recognizedLines([
      { text: 'Omar Falah', x: 620, y: 250, height: 34 },
      { text: 'Business Development Director', x: 620, y: 300 },
      { text: 'Silver Dune    Mobile: +971 50 234 8871', x: 220, y: 400, height: 30 },
      { text: 'Trading LLC', x: 220, y: 445, height: 30 },
    ]),
  );
  expect(fields).toMatchObject({
    name: 'Omar Falah',
    company: 'Silver Dune Trading LLC',
    designation: 'Business Development Director',
    phone: '+971 50 234 8871',
  });
});

test('a code with a vCard is taken at its word, and leaves nothing of it doubtful', () => {
  const code =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Lucia Prado\nORG:Nimbus Robotics GmbH\nTEL;TYPE=CELL:+4915123456789\nEND:VCARD';
  const card = extractBusinessCard(
    recognizedLines([{ text: 'Lucla Prad0', confidence: 0.4 }, 'Senior Engineer', 'lucia@nimbus.de'], [code]),
  );
  expect(card.fields).toMatchObject({
    name: 'Lucia Prado',
    company: 'Nimbus Robotics GmbH',
    designation: 'Senior Engineer',
    phone: '+49 1512 3456789',
    email: 'lucia@nimbus.de',
  });
  expect(card.uncertain).not.toContain('name');
});

test('what was read badly or put right is marked', () => {
  const card = extractBusinessCard(
    recognizedLines([
      { text: 'Edith Marlowe', height: 44, confidence: 0.55 },
      'Harrow & Pike Ltd',
      'Email: edith@harrowpike,co.uk',
      'Tel: 7946 0812',
    ]),
  );
  expect(card.fields.email).toBe('edith@harrowpike.co.uk');
  expect(card.fields.phone).toBe('7946 0812');
  expect(card.uncertain).toEqual(['name', 'email', 'phone']);
});

test('nothing is made up for a blank wall, and little of a page of prose', () => {
  expect(Object.values(extractBusinessCard(recognizedLines([])).fields).join('')).toBe('');
  const { fields } = extractBusinessCard(
    recognizedLines([
      'it was the best of days and',
      'then the rain came down on us',
      'while nobody looked out of windows',
    ]),
  );
  expect(Object.values(fields).join('')).toBe('');
});

test('a company on two lines: its last word alone, or in Arabic what it is there for', () => {
  const latin = recognizedLines([
    { text: 'Harrow Energy', height: 44, y: 100 },
    { text: 'Partners', height: 40, y: 160 },
    { text: 'Edith Marlowe', height: 40, y: 400 },
    { text: 'Export Manager', y: 450 },
  ]);
  expect(extractBusinessCard(latin).fields).toMatchObject({
    name: 'Edith Marlowe',
    company: 'Harrow Energy Partners',
  });
  const arabic = recognizedLines([
    { text: 'خالد المهيري', height: 40, y: 60 },
    { text: 'مكتب الإنصاف', height: 40, y: 300, x: 300 },
    { text: 'للاستشارات القانونية', height: 40, y: 355, x: 300 },
  ]);
  expect(extractBusinessCard(arabic).fields).toMatchObject({
    name: 'خالد المهيري',
    company: 'مكتب الإنصاف للاستشارات القانونية',
  });
});

test("a badge's opaque id is kept as it was read, and gives no name", () => {
  const printed = recognizedLines([{ text: 'Edith Marlowe', height: 40 }]);
  expect(extractBusinessCard({ ...printed, codes: ['8F3A-22C1'] })).toMatchObject({
    badge: '8F3A-22C1',
    fields: { name: 'Edith Marlowe' },
  });
  const bare = extractBusinessCard({ ...printed, lines: [], codes: ['8F3A-22C1'] });
  expect(bare.badge).toBe('8F3A-22C1');
  expect(Object.values(bare.fields).join('')).toBe('');
  expect(extractBusinessCard({ ...printed, codes: ['MECARD:N:Ada;;'] })).not.toHaveProperty('badge');
});
