import { expect, it } from 'vitest';
import { cn } from './cn.ts';

it.each([
  ['px-4 py-2', 'px-2', 'py-2 px-2'],
  ['size-11 text-sm', 'size-18 text-lg', 'size-18 text-lg'],
  ['text-sm font-semibold', 'text-primary', 'text-sm font-semibold text-primary'],
  ['hover:bg-sunken bg-surface', 'hover:bg-line', 'bg-surface hover:bg-line'],
  ['sm:max-w-md', 'sm:max-w-xl', 'sm:max-w-xl'],
  // The product's own names.
  ['rounded-control', 'rounded-full', 'rounded-full'],
  ['rounded-card', 'rounded-bubble', 'rounded-bubble'],
  ['shadow-soft', 'shadow-none', 'shadow-none'],
  ['text-ink-soft text-xs', 'text-danger', 'text-xs text-danger'],
  ['safe-x', 'px-4', 'safe-x px-4'],
])('of %j and a caller’s %j it makes %j', (own, callers, merged) => {
  expect(cn(own, callers)).toBe(merged);
});

it('leaves out what is false, null or undefined', () => {
  expect(cn('flex', false, null, undefined, 'gap-2')).toBe('flex gap-2');
});
