import { expect, it } from 'vitest';
import { describeLinks } from './banner.ts';

it('the start says what links in mails are made of', () => {
  expect(describeLinks('https://fair.example')).toBe('https://fair.example');
  expect(describeLinks(null)).toMatch(/Host header.*PUBLIC_URL/);
});
