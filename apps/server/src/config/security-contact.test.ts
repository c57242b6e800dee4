import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the contact for security reports', () => {
  it('is a URI, made of an address where one is given', () => {
    const contact = (SECURITY_CONTACT: string) => loadConfig({ SECURITY_CONTACT }).securityContact;
    expect(contact('security@fair.example')).toBe('mailto:security@fair.example');
    expect(contact('mailto:security@fair.example')).toBe('mailto:security@fair.example');
    expect(contact('https://fair.example/security')).toBe('https://fair.example/security');
    expect(contact('tel:+971-4-555-0100')).toBe('tel:+971-4-555-0100');
  });

  it('defaults to the sender of mails, else to null', () => {
    expect(loadConfig({ MAIL_FROM: 'The Fair <hello@fair.example>' }).securityContact).toBe(
      'mailto:hello@fair.example',
    );
    expect(loadConfig({}).securityContact).toBeNull();
  });

  it('must be something that one can reach', () => {
    for (const SECURITY_CONTACT of [
      'nobody',
      'http://fair.example',
      'javascript:alert(1)',
      'a b@c',
      'https://',
    ]) {
      expect(() => loadConfig({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT');
    }
  });
});
