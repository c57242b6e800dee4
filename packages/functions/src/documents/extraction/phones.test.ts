import { expect, test } from 'vitest';
import { recognizedLines } from '../../testing/recognized-lines.ts';
import { findPhones, readablePhone } from './phones.ts';
import { segments } from './segments.ts';

function phones(lines: string[], regions: string[] = []) {
  return findPhones(segments(recognizedLines(lines)), regions).map((phone) => [
    readablePhone(phone),
    phone.labels.join('+'),
  ]);
}

test('numbers with their labels', () => {
  expect(phones(['T: +44 20 7946 0812', 'F: +44 20 7946 0111', 'Mobile/WhatsApp: +971 50 234 8871'])).toEqual(
    [
      ['+44 20 7946 0812', 'phone'],
      ['+44 20 7946 0111', 'fax'],
      ['+971 50 234 8871', 'whatsapp+mobile'],
    ],
  );
});

test('two numbers on a line, national ones of the likeliest region', () => {
  expect(phones(['电话: 010-6554 3210 手机: 13912345678'], ['CN'])).toEqual([
    ['+86 10 6554 3210', 'phone'],
    ['+86 139 1234 5678', 'mobile'],
  ]);
});

test('Arabic lines: the label is at the right, digits may be Arabic-Indic, the plus may have slipped behind', () => {
  expect(phones(['فاكس: ٠٤ ٣٣٨ ٢٢٩٠'], ['AE'])).toEqual([['+971 4 338 2290', 'fax']]);
  expect(phones(['جوال: +٩٦٦ ٥٥ ٤٣٢ ١٨٧٦'])).toEqual([['+966 55 432 1876', 'mobile']]);
  const line = recognizedLines(['جوال: 966+ 55 432 1876']);
  expect(findPhones(segments(line), [])[0]?.e164).toBe('+966554321876');
});

test('letters inside digits become digits; a trunk zero in brackets is dropped', () => {
  expect(phones(['Tel: +44 2O 7946 O812'])).toEqual([['+44 20 7946 0812', 'phone']]);
  expect(phones(['+44 (0)20 7946 0812'])).toEqual([['+44 20 7946 0812', '']]);
});

test('what is no number of any plan is only kept when the card calls it one', () => {
  expect(phones(['No. 2025-114', '14-17 October 2025', 'P.O. Box 12345 67', '510000'])).toEqual([]);
  expect(phones(['Phone: 555 01 99'])).toEqual([['555 01 99', 'phone']]);
});

test('on an Arabic card a Latin label follows its number, with the colon before it', () => {
  expect(phones(['+971 4 338 4793 :Tel', '+971 50 247 3739 :WhatsApp', '+971 4 338 4794 :Fax'])).toEqual([
    ['+971 4 338 4793', 'phone'],
    ['+971 50 247 3739', 'whatsapp'],
    ['+971 4 338 4794', 'fax'],
  ]);
});

test('a label of two Arabic words is read from the right', () => {
  expect(phones(['واتس اب +971 50 218 4514'])).toEqual([['+971 50 218 4514', 'whatsapp']]);
});
