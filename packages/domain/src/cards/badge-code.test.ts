import { describe, expect, test } from 'vitest';
import { parseBadgeCode } from './badge-code.ts';
import { BADGE_ID_LIMIT } from './badge-id.ts';
import { vCard } from './vcard.ts';

function fieldsOf(code: string) {
  const parsed = parseBadgeCode(code);
  return parsed.kind === 'contact' ? parsed.fields : parsed.kind;
}

describe('vCard', () => {
  test('2.1: quoted-printable over soft line ends, a charset of its own, types without a name', () => {
    const code = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=91=A8;=E6=98=8E',
      'ORG;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Caf=E9 M=FCller =',
      'GmbH',
      'TEL;FAX:+49 30 1111111',
      'TEL;CELL:+49 151 2345678',
      'EMAIL;INTERNET:ming@mueller.example',
      'END:VCARD',
    ].join('\r\n');
    expect(fieldsOf(code)).toEqual({
      name: '周明',
      company: 'Café Müller GmbH',
      phone: '+49 151 2345678',
      email: 'ming@mueller.example',
    });
  });

  test('2.1: GB18030, and a charset that does not exist is taken for UTF-8', () => {
    const of = (charset: string, value: string) =>
      fieldsOf(
        `BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:${value}\nEND:VCARD`,
      );
    expect(of('GB18030', '=D6=DC=C3=F7')).toEqual({ name: '周明' });
    expect(of('x-none', '=E5=91=A8=E6=98=8E')).toEqual({ name: '周明' });
  });

  test('3.0: folded lines, escapes, groups, and the card that this product writes', () => {
    const code =
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Marlowe;Edith;;;\r\nORG:Harrow\\, Pike\r\n  & Sons;Sales\r\nitem1.TEL;TYPE=CELL:+44 7911 123456\r\nNOTE:a\\nb\r\nEND:VCARD';
    expect(fieldsOf(code)).toEqual({
      name: 'Edith Marlowe',
      company: 'Harrow, Pike & Sons',
      phone: '+44 7911 123456',
    });
    const own = vCard({
      name: 'ليلى حداد',
      company: 'شركة; التجارة',
      phone: '+971501234567',
      email: 'l@x.ae',
      website: null,
    });
    expect(fieldsOf(own)).toEqual({
      name: 'ليلى حداد',
      company: 'شركة; التجارة',
      phone: '+971501234567',
      email: 'l@x.ae',
    });
  });

  test('4.0: addresses for numbers and mail, quoted parameters', () => {
    const code = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Lucía Prado',
      'TITLE:Head of Sales',
      'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+34-600-555-014;ext=3',
      'EMAIL:mailto:lucia@nimbus.example',
      'URL:https://nimbus.example',
      'END:VCARD',
    ].join('\n');
    expect(fieldsOf(code)).toEqual({
      name: 'Lucía Prado',
      designation: 'Head of Sales',
      phone: '+34-600-555-014',
      email: 'lucia@nimbus.example',
      website: 'https://nimbus.example',
    });
  });

  test('reads only the first of two cards, and rejects a card that names no person', () => {
    expect(fieldsOf('BEGIN:VCARD\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nORG:Other\nEND:VCARD')).toEqual({
      name: 'Ada',
    });
    expect(fieldsOf('BEGIN:VCARD\nVERSION:3.0\nEND:VCARD')).toBe('other');
  });
});

test('MECARD: escapes, an order of names, the first of a field', () => {
  expect(
    fieldsOf(
      'MECARD:N:Prado,Lucia;ORG:Nimbus\\; Robotics;TEL:+4915123456789;TEL:+491;URL:https\\://nimbus.de;;',
    ),
  ).toEqual({
    name: 'Lucia Prado',
    company: 'Nimbus; Robotics',
    phone: '+4915123456789',
    website: 'https://nimbus.de',
  });
  expect(fieldsOf('mecard:N:周,明;;')).toEqual({ name: '周明' });
});

describe('plain text', () => {
  test.each([
    [
      'Name: Ada Okafor\nCompany: Benue Agro Ltd\nTitle: Buyer\nEmail: ada@benue.example\nPhone: +234 803 555 0142',
    ],
    ['Name: Ada Okafor|Company: Benue Agro Ltd|Title: Buyer|ada@benue.example|+234 803 555 0142'],
    ['姓名：Ada Okafor\n公司：Benue Agro Ltd\n职位：Buyer\n邮箱：ada@benue.example\n手机：+234 803 555 0142'],
    ['الاسم: Ada Okafor\nالشركة: Benue Agro Ltd\nالمنصب: Buyer\nada@benue.example\n+234 803 555 0142'],
  ])('labelled lines: %s', (code) => {
    expect(parseBadgeCode(code)).toEqual({
      kind: 'contact',
      fields: {
        name: 'Ada Okafor',
        company: 'Benue Agro Ltd',
        designation: 'Buyer',
        email: 'ada@benue.example',
        phone: '+234 803 555 0142',
      },
      uncertain: [],
    });
  });

  test('the first line of letters is a name to look at; other lines are not guessed', () => {
    expect(parseBadgeCode('10482\r\n林佳怡\r\nTenghai Data\r\nhttps://tenghai.example/')).toEqual({
      kind: 'contact',
      fields: { name: '林佳怡', website: 'https://tenghai.example/' },
      uncertain: ['name'],
    });
  });
});

describe('an opaque id', () => {
  test.each(['8F3A-22C1', '0010048213', 'V-203918-5511833', 'a9Zk+/=3', '1234'])(
    '%s is kept as it is',
    (id) => {
      expect(parseBadgeCode(id)).toEqual({ kind: 'id', id });
    },
  );

  test('marks of encoders around it are no part of it', () => {
    expect(parseBadgeCode('\u001d\uFEFF8F3A-22C1\r\n\u0004')).toEqual({ kind: 'id', id: '8F3A-22C1' });
  });

  test('an id is never cut: text that is too long or too short, and a plain word, give no id', () => {
    expect(parseBadgeCode('7'.repeat(BADGE_ID_LIMIT))).toMatchObject({ kind: 'id' });
    for (const code of ['7'.repeat(BADGE_ID_LIMIT + 1), 'A1', 'WELCOME', '8F3A\u202eC1']) {
      expect(parseBadgeCode(code)).toEqual({ kind: 'other' });
    }
  });
});

describe('what names no person', () => {
  test.each([
    'https://expo.example/visitor?id=1',
    'https://linkedin.com/',
    'WIFI:S:Fair;T:WPA;P:secret12;;',
    'otpauth://totp/Fair:ada?secret=JBSWY3DPEHPK3PXP',
    'BEGIN:VEVENT\nSUMMARY:Opening\nEND:VEVENT',
    'javascript:alert(1)',
    'http://[',
    '',
    '\u0000\u0000',
  ])('%j', (code) => {
    expect(parseBadgeCode(code)).toEqual({ kind: 'other' });
  });
});

describe('hostile codes', () => {
  test('a field is one short line without control characters and direction marks', () => {
    const code = `BEGIN:VCARD\nFN:Ada\u202e\u0007 Oka\u200ffor\nORG:${'😀'.repeat(3_000)}\nEND:VCARD`;
    const fields = fieldsOf(code) as Record<string, string>;
    expect(fields.name).toBe('Ada Oka for');
    expect([...(fields.company ?? '')]).toHaveLength(200);
  });

  test.each([
    ['too long', `BEGIN:VCARD\nFN:${'a'.repeat(9_000)}\nEND:VCARD`, 'other'],
    ['half a character', 'BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:=E5=91=\nEND:VCARD', { name: '\ufffd' }],
    ['no colon', `BEGIN:VCARD\n${';"'.repeat(3_900)}`, 'other'],
    ['only folds', `BEGIN:VCARD${'\n '.repeat(3_900)}`, 'other'],
    ['only escapes', `MECARD:${'\\'.repeat(7_900)}`, 'other'],
    ['only marks', `MECARD:${';'.repeat(7_900)}`, 'other'],
    ['names of prototypes', 'MECARD:__proto__:x;CONSTRUCTOR:y;N:Ada;;', { name: 'Ada' }],
    ['labels of prototypes', 'constructor: x\n__proto__: y', 'other'],
    ['many lines', '1\n'.repeat(3_900), 'other'],
  ])('%s', (_case, code, found) => {
    expect(fieldsOf(code)).toEqual(found);
  });
});
