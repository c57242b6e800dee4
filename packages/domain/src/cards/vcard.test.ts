import { describe, expect, test } from 'vitest';
import { type VCardContact, vCard, vCardFileName } from './vcard.ts';

const nobody: VCardContact = {
  name: 'Omar Haddad',
  company: null,
  phone: null,
  email: null,
  website: null,
};

/** Undoes folding, the way a reader does. */
function unfolded(card: string): string[] {
  return card.replaceAll('\r\n ', '').split('\r\n');
}

describe('vCard', () => {
  test('a full card', () => {
    const card = vCard({
      name: 'Omar Haddad',
      company: 'Meridian Tools; Dubai, UAE',
      phone: '+971 50 123 4567',
      email: 'omar@meridian.example',
      website: 'https://meridian.example/a,b;c',
    });
    expect(card).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Haddad;Omar;;;',
        'FN:Omar Haddad',
        'ORG:Meridian Tools\\; Dubai\\, UAE',
        'TEL;TYPE=WORK,VOICE:+971501234567',
        'EMAIL;TYPE=INTERNET:omar@meridian.example',
        'URL:https://meridian.example/a,b;c',
        'END:VCARD',
        '',
      ].join('\r\n'),
    );
  });

  test('absent and empty values leave no line', () => {
    expect(unfolded(vCard({ ...nobody, company: ' ', phone: '' }))).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Haddad;Omar;;;',
      'FN:Omar Haddad',
      'END:VCARD',
      '',
    ]);
  });

  test('Chinese and Arabic names keep their order in FN and sort by family name in N', () => {
    expect(unfolded(vCard({ ...nobody, name: '李娜' })).slice(2, 4)).toEqual(['N:李;娜;;;', 'FN:李娜']);
    expect(unfolded(vCard({ ...nobody, name: 'أحمد المنصوري' })).slice(2, 4)).toEqual([
      'N:المنصوري;أحمد;;;',
      'FN:أحمد المنصوري',
    ]);
  });

  test('a title is the fourth part of N', () => {
    expect(unfolded(vCard({ ...nobody, name: 'د. أحمد المنصوري' })).slice(2, 4)).toEqual([
      'N:المنصوري;أحمد;;د.;',
      'FN:د. أحمد المنصوري',
    ]);
  });

  test('backslashes and line breaks are escaped, so no value can start a line of its own', () => {
    const card = vCard({
      ...nobody,
      name: 'A\\B\r\nTEL:666',
      website: 'https://a.example\nTEL:666',
      company: 'one\ntwo',
    });
    expect(unfolded(card).filter((line) => line.startsWith('TEL'))).toEqual([]);
    expect(unfolded(card)).toContain('ORG:one\\ntwo');
    expect(card).toContain('FN:A\\\\B\\nTEL:666');
  });

  test.each([
    ['meridian.example', 'URL:https://meridian.example/'],
    ['HTTPS://Meridian.example', 'URL:HTTPS://Meridian.example'],
    ['javascript:alert(1)', undefined],
    ['we have none', undefined],
  ])('the website %j is saved as %j', (website, line) => {
    expect(unfolded(vCard({ ...nobody, website })).find((entry) => entry.startsWith('URL'))).toBe(line);
  });

  test.each([
    ['٠٠٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
    ['+971 4 555 0142 ext. 12', '+97145550142'],
  ])('the telephone number %j is saved as a phone dials it', (phone, number) => {
    expect(unfolded(vCard({ ...nobody, phone }))).toContain(`TEL;TYPE=WORK,VOICE:${number}`);
  });

  test('a telephone value without digits leaves no line', () => {
    expect(vCard({ ...nobody, phone: 'ask at the booth' })).not.toContain('TEL');
  });

  test.each([
    ['Latin', 'Consolidated Industrial Machinery and Precision Tools Trading Company Limited of Jebel Ali'],
    ['Han', '深圳市宏远精密机械制造有限公司国际贸易部与海外市场拓展中心联合办公室及售后服务事业部'],
    ['Arabic', 'شركة الأفق الدولية للتجارة العامة والمعدات الصناعية الثقيلة ذات المسؤولية المحدودة دبي'],
    ['emoji', '👍'.repeat(60)],
  ])('long %s lines are folded at 75 octets between characters', (_script, company) => {
    const card = vCard({ ...nobody, company });
    for (const line of card.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\p{Surrogate}/u);
    }
    expect(card.split('\r\n').length).toBeGreaterThan(6);
    expect(unfolded(card)).toContain(`ORG:${company}`);
  });
});

test.each([
  ['Omar Haddad', 'Omar Haddad.vcf'],
  ['李娜', '李娜.vcf'],
  ['أحمد المنصوري', 'أحمد المنصوري.vcf'],
  ['../../etc/passwd', 'etc passwd.vcf'],
  ['a<b>:"c"|?*', 'a b c.vcf'],
  ['..hidden..', 'hidden.vcf'],
  ['x\u202Efcv.exe', 'x fcv.exe.vcf'],
  ['tab\tand\nline', 'tab and line.vcf'],
  ['CON', 'contact.vcf'],
  ['lpt1.txt', 'contact.vcf'],
  ['', 'contact.vcf'],
  ['???', 'contact.vcf'],
])('the file name for %j is %j', (name, expected) => {
  expect(vCardFileName(name)).toBe(expected);
});

test('a file name is never longer than file systems take', () => {
  expect(new TextEncoder().encode(vCardFileName('李'.repeat(500))).length).toBeLessThanOrEqual(255);
  expect(new TextEncoder().encode(vCardFileName('𠮷'.repeat(500))).length).toBeLessThanOrEqual(255);
});
