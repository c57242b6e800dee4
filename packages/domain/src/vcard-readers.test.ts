import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type VCardContact, vCard } from './cards/vcard.ts';

// Reads saved contacts with ical.js, as an address book would.

const CARDS: Record<string, VCardContact & { family: string; given: string }> = {
  English: {
    name: 'Fatima Al Mansoori',
    family: 'Al Mansoori',
    given: 'Fatima',
    company: 'Harbour; Lighting, \\ Sons & Co.',
    phone: '+971501234567',
    email: 'fatima@harbour.example',
    website: 'https://harbour.example/shop?a=1,2;b=3',
  },
  Chinese: {
    name: '欧阳思远',
    family: '欧阳',
    given: '思远',
    company: '深圳市宏远精密机械制造有限公司国际贸易部与海外市场拓展中心联合办公室及售后服务事业部',
    phone: '+8613800138000',
    email: 'siyuan@yuanshan.example',
    website: 'https://远山.example/名片',
  },
  Arabic: {
    name: 'عبد الله بن سعيد الحارثي',
    family: 'بن سعيد الحارثي',
    given: 'عبد الله',
    company: 'شركة الأفق الدولية للتجارة العامة والمعدات الصناعية الثقيلة ذات المسؤولية المحدودة، دبي',
    phone: '+96650555018',
    email: 'abdullah@ufuq.example',
    website: 'https://ufuq.example',
  },
};

describe.each(Object.entries(CARDS))('a contact in %s', (_script, { family, given, ...contact }) => {
  const card = vCard(contact);
  const read = new ICAL.Component(ICAL.parse(card) as ConstructorParameters<typeof ICAL.Component>[0]);

  test('comes back as it went in', () => {
    expect(read.name).toBe('vcard');
    expect(read.getFirstPropertyValue('version')).toBe('3.0');
    expect(read.getFirstPropertyValue('fn')).toBe(contact.name);
    expect(read.getFirstPropertyValue('n')).toEqual([family, given, '', '', '']);
    expect([read.getFirstPropertyValue('org')].flat()).toEqual([contact.company]);
    expect(read.getFirstPropertyValue('tel')).toBe(contact.phone);
    expect(read.getFirstPropertyValue('email')).toBe(contact.email);
    expect(read.getFirstPropertyValue('url')).toBe(contact.website);
  });

  test('says what kind of number and address it gives', () => {
    expect([read.getFirstProperty('tel')?.getParameter('type')].flat()).toEqual(['WORK', 'VOICE']);
    expect(read.getFirstProperty('email')?.getParameter('type')).toBe('INTERNET');
  });

  test('is bytes that a strict decoder takes, in lines of at most 75 octets that each hold whole characters', () => {
    const octets = new TextEncoder().encode(card);
    const strict = new TextDecoder('utf-8', { fatal: true });
    let start = 0;
    for (let end = octets.indexOf(0x0a); end !== -1; end = octets.indexOf(0x0a, start)) {
      expect(octets[end - 1]).toBe(0x0d);
      const line = octets.subarray(start, end - 1);
      expect(line.length).toBeLessThanOrEqual(75);
      expect(() => strict.decode(line)).not.toThrow();
      start = end + 1;
    }
    expect(start).toBe(octets.length);
  });
});

test('a card of the card box brings its title, second number, tags and note', () => {
  const { name, ...rest } = CARDS.English as VCardContact;
  const card = vCard(
    { name, ...rest },
    {
      designation: 'Head of Sales',
      whatsapp: '+971 50 555 0142',
      tags: ['hall 3, left', 'VIP'],
      note: 'One\nTwo',
    },
  );
  const read = new ICAL.Component(ICAL.parse(card) as ConstructorParameters<typeof ICAL.Component>[0]);
  expect(read.getFirstPropertyValue('title')).toBe('Head of Sales');
  expect(read.getAllProperties('tel').map((tel) => tel.getFirstValue())).toEqual([
    '+971501234567',
    '+971505550142',
  ]);
  expect(read.getFirstProperty('categories')?.getValues()).toEqual(['hall 3, left', 'VIP']);
  expect(read.getFirstPropertyValue('note')).toBe('One\nTwo');
});
