import { describe, expect, it } from 'vitest';
import { phoneHelp } from './phone-help.ts';

describe('phoneHelp', () => {
  it.each([
    ['+971505550142', { kind: 'recognised', number: '+971 50 555 0142', country: 'AE' }],
    ['0086 138 0013 8000', { kind: 'recognised', number: '+86 138 0013 8000', country: 'CN' }],
    ['050 555 0142', { kind: 'country-missing' }],
    ['(04) 555-0142', { kind: 'country-missing' }],
    ['+971 1', { kind: 'unlikely' }],
    ['ask at the booth', { kind: 'unlikely' }],
    ['٠٥٠ ٥٥٥ ٠١٤٢', { kind: 'country-missing' }],
    ['+٩٧١٥٠٥٥٥٠١٤٢', { kind: 'recognised', number: '+971 50 555 0142', country: 'AE' }],
    ['  ', null],
  ] as const)('%s', (typed, help) => {
    expect(phoneHelp(typed)).toEqual(help);
  });
});
