import { expect, test } from 'vitest';
import { whatsAppLink } from './whatsapp.ts';

test('the whatsapp number wins over the phone', () => {
  expect(whatsAppLink({ whatsapp: '+971 50 123', phone: '+86 138' })).toBe('https://wa.me/+97150123');
});

test.each([null, '', 'same as phone'])('a whatsapp value of %j falls back to the phone', (whatsapp) => {
  expect(whatsAppLink({ whatsapp, phone: '(050) 99-1' })).toBe('https://wa.me/050991');
});

test('no digits, no link', () => {
  expect(whatsAppLink({ whatsapp: null, phone: null }, 'Hello')).toBeNull();
  expect(whatsAppLink({ whatsapp: '+', phone: 'n/a' }, 'Hello')).toBeNull();
});

test('the greeting survives as typed, in any script', () => {
  const greeting = 'Hello, 我是 Li Na & partners (Meridian) مرحبا #1?';
  const link = whatsAppLink({ whatsapp: '+86138', phone: null }, greeting);
  expect(new URL(link ?? '').searchParams.get('text')).toBe(greeting);
});
