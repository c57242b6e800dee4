import { expect, test } from 'vitest';
import { qrFields } from './qr-payload.ts';

test('a vCard with folded lines, escapes, parameters and a fax', () => {
  const code = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Marlowe;Edith;;;',
    'ORG:Harrow\\, Pike',
    '  & Sons;Sales',
    'TITLE:Head of Sales',
    'TEL;TYPE=FAX:+44 20 7946 0111',
    'item1.TEL;TYPE=CELL:+44 7911 123456',
    'EMAIL;TYPE=INTERNET:edith@harrowpike.co.uk',
    'URL:https://harrowpike.co.uk',
    'END:VCARD',
  ].join('\r\n');
  expect(qrFields([code])).toMatchObject({
    name: 'Edith Marlowe',
    company: 'Harrow, Pike & Sons',
    designation: 'Head of Sales',
    phone: '+44 7911 123456',
    email: 'edith@harrowpike.co.uk',
    website: 'https://harrowpike.co.uk',
  });
});

test('quoted-printable of old phones, and Chinese parts of a name', () => {
  expect(
    qrFields(['BEGIN:VCARD\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=91=A8;=E6=98=8E\nEND:VCARD']).name,
  ).toBe('周明');
});

test('a MECARD', () => {
  const code =
    'MECARD:N:Prado,Lucia;ORG:Nimbus\\; Robotics;TEL:+4915123456789;EMAIL:lucia@nimbus.de;URL:https://nimbus.de;;';
  expect(qrFields([code])).toEqual({
    name: 'Lucia Prado',
    company: 'Nimbus; Robotics',
    phone: '+4915123456789',
    email: 'lucia@nimbus.de',
    website: 'https://nimbus.de',
  });
});

test('links: a front page may be the company’s, WhatsApp is WhatsApp, a badge’s record and its number say nothing', () => {
  expect(qrFields(['https://www.nimbus.de/'])).toEqual({ website: 'https://www.nimbus.de/' });
  expect(qrFields(['https://wa.me/971501234567'])).toEqual({ whatsapp: '+971501234567' });
  expect(
    qrFields(['https://expo.example/visitor?id=1', 'https://linkedin.com/', 'V-203918-5511833', '']),
  ).toEqual({});
});

test('whatever a code says becomes one short line', () => {
  const { name, company } = qrFields([
    `BEGIN:VCARD\nFN:Ada\u202e\u0007 Okafor\nORG:${'😀'.repeat(3_000)}\nEND:VCARD`,
  ]);
  expect(name).toBe('Ada Okafor');
  expect([...(company ?? '')]).toHaveLength(200);
});
