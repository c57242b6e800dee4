import { describe, expect, it } from 'vitest';
import { isServed, normalizePhone } from './phone-number.ts';

describe('normalizePhone', () => {
  it.each([
    ['+4915112345678', '4915112345678'],
    ['4915112345678', '4915112345678'],
    [' +49 151 1234-5678 ', '4915112345678'],
    ['+1 (415) 555.0100', '14155550100'],
  ])('brings %s to %s', (input, phone) => {
    expect(normalizePhone(input)).toBe(phone);
  });

  it.each([
    '',
    '+',
    '015112345678',
    '004915112345678',
    '++4915112345678',
    '49+15112345678',
    '123456',
    '1234567890123456',
    '4915112345678x',
    '4915112345678\u0000',
    '٤٩١٥١١٢٣٤٥٦٧٨',
    'lin@fair.example',
  ])('refuses %j', (input) => {
    expect(normalizePhone(input)).toBeNull();
  });
});

describe('isServed', () => {
  it('is every country unless some are named', () => {
    expect(isServed('4915112345678', [])).toBe(true);
    expect(isServed('4915112345678', ['86', '49'])).toBe(true);
    expect(isServed('8823456789', ['86', '49'])).toBe(false);
  });
});
