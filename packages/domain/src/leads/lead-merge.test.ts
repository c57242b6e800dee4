import { describe, expect, it } from 'vitest';
import { EMPTY_LEAD, type LeadContent } from './lead.ts';
import { joinsTexts, mergeLead, mergeText } from './lead-merge.ts';

function lead(values: Partial<LeadContent>): LeadContent {
  return { ...EMPTY_LEAD, ...values };
}

describe('two versions of a note', () => {
  it.each([
    ['only ours has changed', 'a', 'a\nb', 'a', 'a\nb'],
    ['only theirs has changed', 'a', 'a', 'a\nc', 'a\nc'],
    ['both say the same', 'a', 'a\nb', 'a\nb', 'a\nb'],
    ['both have added', 'a', 'a\nours', 'a\ntheirs', 'a\ntheirs\nours'],
    ['both have written the first words', '', '样品五月寄出', 'اتصل غداً', 'اتصل غداً\n样品五月寄出'],
    ['both have changed one line', '100 pcs', '200 pcs', '300 pcs', '300 pcs\n200 pcs'],
    ['they have emptied it while we wrote', 'a', 'a\nb', '', 'b'],
    ['a part of ours has got through already', 'a', 'a\nhello', 'a\nhel', 'a\nhello'],
    ['ours is theirs already, with more in it', '', 'ours', 'theirs\nours', 'theirs\nours'],
  ])('%s', (_, base, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toBe(merged);
  });

  it('lose no line of either, whatever they are', () => {
    const lines = ['one', 'two', 'three'];
    const subsets = Array.from({ length: 8 }, (_, bits) => lines.filter((_, i) => bits & (1 << i)));
    for (const base of subsets) {
      for (const mine of subsets) {
        for (const other of subsets) {
          const [ours, theirs] = [
            [...mine, 'ours'],
            [...other, 'theirs'],
          ];
          const merged = mergeText(base.join('\n'), ours.join('\n'), theirs.join('\n')).split('\n');
          const written = [...ours, ...theirs].filter((line) => !base.includes(line));
          expect(merged).toEqual(expect.arrayContaining(written));
        }
      }
    }
  });
});

describe('two versions of a lead', () => {
  it('keep what each side alone has changed', () => {
    const merged = mergeLead(
      lead({ rating: 2, tags: ['lamps', 'old'], answers: { a: true, b: ['x'] } }),
      lead({ rating: 5, tags: ['lamps', 'VIP'], answers: { a: false, b: ['x'] } }),
      lead({ rating: 2, tags: ['lamps', 'old', 'Dubai'], answers: { a: true, b: ['y'] }, status: 'won' }),
    );
    expect(merged).toEqual(
      lead({ rating: 5, tags: ['lamps', 'Dubai', 'VIP'], answers: { a: false, b: ['y'] }, status: 'won' }),
    );
  });

  it('take a choice that both have made from the later one, and say so of no text', () => {
    const [ours, theirs] = [lead({ rating: 5, follow_up_on: null }), lead({ rating: 1 })];
    const merged = mergeLead(lead({ follow_up_on: '2026-05-01' }), ours, {
      ...theirs,
      follow_up_on: '2026-05-01',
    });
    expect(merged).toEqual(lead({ rating: 5 }));
    expect(joinsTexts(ours, theirs, merged)).toBe(false);
  });

  it('hold both texts of a note and of an answer, and say so', () => {
    const ours = lead({ note: 'ours', answers: { q: 'May' } });
    const theirs = lead({ note: 'theirs', answers: { q: 'June' } });
    const merged = mergeLead(EMPTY_LEAD, ours, theirs);
    expect(merged).toEqual(lead({ note: 'theirs\nours', answers: { q: 'June\nMay' } }));
    expect(joinsTexts(ours, theirs, merged)).toBe(true);
  });

  it('leave an answer out that was taken back', () => {
    const base = lead({ answers: { q: 'May', r: true } });
    expect(mergeLead(base, EMPTY_LEAD, base).answers).toEqual({});
    expect(mergeLead(base, base, EMPTY_LEAD).answers).toEqual({});
  });
});
