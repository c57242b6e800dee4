import { expect, it } from 'vitest';
import { pushSubject, sendsMails } from './notifier.ts';

it('pushes need HTTPS, and name the operator’s contact where it is one that push services take', () => {
  expect(pushSubject({ publicUrl: null, securityContact: null })).toBeNull();
  expect(
    pushSubject({ publicUrl: 'http://localhost:3000', securityContact: 'mailto:a@b.example' }),
  ).toBeNull();
  const publicUrl = 'https://fair.example';
  expect(pushSubject({ publicUrl, securityContact: 'mailto:a@b.example' })).toBe('mailto:a@b.example');
  expect(pushSubject({ publicUrl, securityContact: 'tel:+1-201-555-0123' })).toBe(publicUrl);
  expect(pushSubject({ publicUrl, securityContact: null })).toBe(publicUrl);
});

it('mails need a mail server and an address for their links', () => {
  const from = 'hello@fair.example';
  const publicUrl = 'https://fair.example';
  expect(sendsMails({ publicUrl, mail: { smtpUrl: 'smtp://m', from } })).toBe(true);
  expect(sendsMails({ publicUrl, mail: { smtpUrl: null, from } })).toBe(false);
  expect(sendsMails({ publicUrl: null, mail: { smtpUrl: 'smtp://m', from } })).toBe(false);
});
