import { expect, test } from 'vitest';
import { dialable, isHttpUrl, mailLink, telLink, webLink } from './contact-card.ts';

test.each([
  ['+971 50 123 4567', '+971501234567'],
  ['(050) 123-4567', '0501234567'],
  ['tel: +86-138-0013-8000', '+8613800138000'],
  ['0086 138 0013 8000', '+8613800138000'],
  ['٠٠٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
  ['+۹۸ ۲۱ ۱۲۳۴', '+98211234'],
  ['＋８６１３８００１３８０００', '+8613800138000'],
  ['+1+2', '+12'],
  ['12+34', '1234'],
  ['+971 4 555 0142 ext. 12', '+97145550142'],
  ['+971 4 555 0142 x12', '+97145550142'],
  ['020 5550 1234 转 801', '02055501234'],
  ['0571-55508821#6', '057155508821'],
  ['+971 50 123 4567 / +971 4 555 0142', '+971501234567'],
  ['13800138000；13900139000', '13800138000'],
  ['040/555 01 42', '0405550142'],
  ['Exhibition desk: +971 4 555 0142', '+97145550142'],
  ['call me', null],
  ['', null],
  [null, null],
])('dialable(%j) is %j', (phone, expected) => {
  expect(dialable(phone)).toBe(expected);
});

test('links for telephone and mail exist only for values', () => {
  expect(telLink('+971 50 123')).toBe('tel:+97150123');
  expect(telLink('n/a')).toBeNull();
  expect(mailLink(' li.na@example.com ')).toBe('mailto:li.na@example.com');
  expect(mailLink('')).toBeNull();
});

test('an address cannot add headers to the mail', () => {
  expect(mailLink('a@example.com?bcc=b@example.com')).toBe('mailto:a@example.com%3Fbcc%3Db@example.com');
});

test.each([
  ['https://meridian.example/shop', 'https://meridian.example/shop'],
  ['meridian.example', 'https://meridian.example/'],
  ['meridian.example:8080/a', 'https://meridian.example:8080/a'],
  ['//meridian.example', 'https://meridian.example/'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['mailto:a@example.com', null],
  ['two words', null],
  ['linkedin.com/in/li-na', 'https://linkedin.com/in/li-na'],
  ['li-na', null],
  ['@li-na', null],
  ['vbscript:x', null],
  ['https://user@meridian.example', 'https://user@meridian.example/'],
  ['', null],
  [null, null],
])('webLink(%j) is %j', (value, expected) => {
  expect(webLink(value)).toBe(expected);
});

test.each([
  ['http://a.example', true],
  ['HTTPS://a.example/x?y#z', true],
  ['https://مثال.example', true],
  ['a.example', false],
  ['https://', false],
  ['https:a.example', false],
  ['https:///a', false],
  ['https://a b.example', false],
  ['ftp://a.example', false],
])('isHttpUrl(%j) is %s', (text, expected) => {
  expect(isHttpUrl(text)).toBe(expected);
});
