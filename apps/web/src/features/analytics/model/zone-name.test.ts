import { expect, it } from 'vitest';
import { zoneName } from './zone-name.ts';

it('a zone has the name of its place, or that of its offset', () => {
  expect(zoneName('America/Argentina/Buenos_Aires', 180)).toBe('America/Argentina/Buenos_Aires');
  expect(zoneName('Etc/GMT-4', -240)).toBe('Etc/GMT-4');
  expect(zoneName('+04:00', -240)).toBe('Etc/GMT-4');
  expect(zoneName('-03:00', 180)).toBe('Etc/GMT+3');
  expect(zoneName(undefined, 0)).toBe('UTC');
});
