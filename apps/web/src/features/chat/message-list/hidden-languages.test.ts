import { expect, it } from 'vitest';
import { ALL_SHOWN, encodeHidden, isHidden, parseHidden, toggled } from './hidden-languages.ts';

it('hides the other language of one message, and shows it again', () => {
  const hidden = toggled(ALL_SHOWN, 'a');
  expect([isHidden(hidden, 'a'), isHidden(hidden, 'b')]).toEqual([true, false]);
  expect(toggled(hidden, 'a')).toEqual(ALL_SHOWN);
});

it('shows it in one message where it is hidden in all', () => {
  const shown = toggled({ all: true, except: [] }, 'a');
  expect([isHidden(shown, 'a'), isHidden(shown, 'b')]).toEqual([false, true]);
});

it('is remembered as text, and what is no such text hides nothing', () => {
  const choices = { all: true, except: ['a', 'b'] };
  expect(parseHidden(encodeHidden(choices))).toEqual(choices);
  for (const stored of [null, '', '{', '1', '{"all":1,"except":[]}', '{"all":true}']) {
    expect(parseHidden(stored), String(stored)).toEqual(ALL_SHOWN);
  }
  expect(parseHidden('{"all":false,"except":["a",1]}')).toEqual({ all: false, except: ['a'] });
});

it('forgets the oldest of very many choices', () => {
  let choices = ALL_SHOWN;
  for (let i = 0; i < 301; i += 1) choices = toggled(choices, `m${i}`);
  expect(choices.except).toHaveLength(300);
  expect([isHidden(choices, 'm0'), isHidden(choices, 'm300')]).toEqual([false, true]);
});
