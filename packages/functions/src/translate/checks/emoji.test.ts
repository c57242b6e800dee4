import { expect, test } from 'vitest';
import { keepsEmoji } from './emoji.ts';

test.each([
  ['Great 👍', '很好👍'],
  ['👍👍 great', '很好 👍👍'],
  ['👍 and 🎉', '🎉和👍'],
  ['Thanks ❤️', '谢谢❤'],
  ['Thanks ❤', '谢谢❤️'],
  ['Welcome 👩🏽‍💼🇦🇪', 'أهلا 👩🏽‍💼🇦🇪'],
  ['1️⃣ price', '1️⃣ 价格'],
  ['Meridian™ ✓', '子午线（商标）'],
  ['no emoji at all', '没有'],
])('%j as %j keeps them', (source, answer) => {
  expect(keepsEmoji(source, answer)).toBe(true);
});

test.each([
  ['lost', 'Great 👍', '很好'],
  ['put into words', 'Great 👍', '很好（竖起大拇指）'],
  ['another', 'Great 👍', '很好👎'],
  ['made up', 'Great', '很好😊'],
  ['fewer', '👍👍 great', '很好👍'],
  ['more', '👍 great', '很好👍👍'],
  ['another skin', 'Great 👍🏽', '很好👍'],
  ['another flag', 'Made in 🇨🇳', 'صنع في 🇦🇪'],
  ['taken apart', 'Family 👨‍👩‍👧', '家庭👨👩👧'],
])('%s: %j as %j', (_, source, answer) => {
  expect(keepsEmoji(source, answer)).toBe(false);
});
