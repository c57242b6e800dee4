import { expect, it } from 'vitest';
import { addressParts } from './address-parts.ts';

it.each([
  ['karim.alhaddad@nakheel-gulf.example', ['karim', '.alhaddad', '@nakheel-gulf', '.example']],
  [
    'https://shop.nakheel.example/ar/lamps?team=b_2&lang=ar#top',
    [
      'https://',
      'shop',
      '.nakheel',
      '.example',
      '/ar',
      '/lamps',
      '?team',
      '=b',
      '_2',
      '&lang',
      '=ar',
      '#top',
    ],
  ],
  ['www.灯具.example/产品', ['www', '.灯具', '.example', '/产品']],
  ['plain', ['plain']],
  ['', ['']],
])('%s', (address, parts) => {
  expect(addressParts(address)).toEqual(parts);
  expect(addressParts(address).join('')).toBe(address);
});
