import { expect, it } from 'vitest';
import { formatAgo, formatDate, formatDateTime, formatElapsed } from './format-date.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T12:00:20Z', 'this minute'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T09:10:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['nonsense', ''],
])('calls %s %j', (iso, expected) => {
  expect(formatAgo(iso, 'en', NOW)).toBe(expected);
});

it('has a space between digits and Han, as the texts around it do', () => {
  expect(formatAgo('2026-11-21T11:55:00Z', 'zh', NOW)).toBe('5 分钟前');
});

it('writes dates in each language, with the digits of trade', () => {
  expect(formatDate('2026-11-21T12:00:00Z', 'en')).toBe('November 21, 2026');
  expect(formatDate('2026-11-21T12:00:00Z', 'zh')).toBe('2026年11月21日');
  expect(formatDateTime('2026-11-21T12:00:00Z', 'ar')).toMatch(/21.*2026/);
  expect(formatDateTime('', 'en')).toBe('');
});

it.each([
  ['2026-11-21T11:59:50Z', 'en', '1 minute'],
  ['2026-11-21T11:48:00Z', 'en', '12 minutes'],
  ['2026-11-21T09:10:00Z', 'en', '3 hours'],
  ['2026-11-19T12:00:00Z', 'en', '2 days'],
  ['2026-11-21T11:48:00Z', 'zh', '12 分钟'],
  ['nonsense', 'en', ''],
])('a wait since %s is in %s %j', (iso, language, expected) => {
  expect(formatElapsed(iso, language, NOW)).toBe(expected);
});
