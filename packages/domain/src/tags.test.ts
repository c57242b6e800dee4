import { describe, expect, it } from 'vitest';
import { areTags, distinctTags, parseTags, TAG_LIMITS } from './tags.ts';

describe('tags', () => {
  it.each([
    ['lamps, tiles', ['lamps', 'tiles']],
    ['照明，瓷砖、 展厅', ['照明', '瓷砖', '展厅']],
    ['إضاءة، بلاط', ['إضاءة', 'بلاط']],
    [' VIP ;vip,, Vip ', ['VIP']],
    ['hall   3\nhall 4', ['hall 3', 'hall 4']],
    [' ', []],
  ])('%j are %j', (line, tags) => {
    expect(parseTags(line)).toEqual(tags);
  });

  it('come once each, as they were first written', () => {
    expect(distinctTags(['VIP', 'lamps', 'vip', '', 'Lamps'])).toEqual(['VIP', 'lamps']);
  });

  it('are few and short', () => {
    expect(areTags(Array(TAG_LIMITS.count).fill('照'.repeat(TAG_LIMITS.length)))).toBe(true);
    expect(areTags(Array(TAG_LIMITS.count + 1).fill('a'))).toBe(false);
    expect(areTags(['a'.repeat(TAG_LIMITS.length + 1)])).toBe(false);
  });
});
