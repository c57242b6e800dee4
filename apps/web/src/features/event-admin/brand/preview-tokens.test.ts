import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PREVIEW_TOKENS } from './preview-tokens.ts';

const CSS = readFileSync(path.resolve(import.meta.dirname, '../../../shared/styles/tokens.css'), 'utf8');

it('previews the tokens of the style sheet', () => {
  for (const [name, light] of Object.entries(PREVIEW_TOKENS.light)) {
    const dark = PREVIEW_TOKENS.dark[name as keyof typeof PREVIEW_TOKENS.dark];
    expect(CSS, name).toContain(`${name}: light-dark(${light}, ${dark});`);
  }
});
