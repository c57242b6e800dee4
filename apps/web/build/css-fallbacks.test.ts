import postcss from 'postcss';
import { expect, it } from 'vitest';
import { cssFallbacks } from './css-fallbacks.ts';

it.each([
  ['a { height: 92dvh }', 'a { height: 92vh; height: 92dvh }'],
  [
    'a { height: var(--h, 100dvh) }',
    'a { height: var(--h, 100dvh) } @supports not (height: 1dvh) { a { height: var(--h, 100vh) } }',
  ],
  [
    'a { translate: var(--x) var(--y) }',
    'a { translate: var(--x) var(--y) } @supports not (translate: none) { a { transform: translate(var(--x), var(--y)) } }',
  ],
  [
    'a { rotate: calc(90deg * -1) !important }',
    'a { rotate: calc(90deg * -1) !important } @supports not (translate: none) { a { transform: rotate(calc(90deg * -1)) !important } }',
  ],
  ['a { translate: none }', 'a { translate: none }'],
  ['@keyframes k { to { rotate: 360deg } }', '@keyframes k { to { rotate: 360deg } }'],
  [
    '@layer base { a { top: 0 } } @layer utilities { b { top: 0 } }',
    '@layer base, properties, components, utilities, theme; @layer base { a { top: 0 } } @layer utilities { b { top: 0 } }',
  ],
  ['a { height: 10vh }', 'a { height: 10vh }'],
])('%s', async (css, expected) => {
  const { css: written } = await postcss([cssFallbacks()]).process(css, { from: undefined });
  const plain = (text: string) => text.replace(/\s+|;(?=\s*})/g, '');
  expect(plain(written)).toBe(plain(expected));
});
