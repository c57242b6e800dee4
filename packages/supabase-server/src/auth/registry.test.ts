import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SPECIFIER = /\b(?:from|import)\s*\(?\s*'(\.[^'\n]*)'/g;
/** Not a method: what several of them share. */
const SHARED = 'external';

/** The imports within this folder, as paths relative to it. */
const imports = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((from) =>
    [...readFileSync(path.join(import.meta.dirname, from), 'utf8').matchAll(SPECIFIER)].map(
      ([, specifier = '']) => ({ from, to: path.posix.join(path.posix.dirname(from), specifier) }),
    ),
  );

/** @returns the method that a file is part of; null for a file of the common part */
function methodOf(file: string): string | null {
  return /^methods\/([^/]+)\//.exec(file)?.[1] ?? null;
}

it('the registry alone knows the methods, and knows them all', () => {
  const users = imports.filter(({ from, to }) => methodOf(from) === null && methodOf(to) !== null);
  expect(new Set(users.map(({ from }) => from))).toEqual(new Set(['registry.ts']));
  const folders = readdirSync(path.join(import.meta.dirname, 'methods'));
  expect(users.map(({ to }) => methodOf(to)).sort()).toEqual(
    folders.filter((name) => name !== SHARED).sort(),
  );
});

it('no method imports another', () => {
  const between = imports.filter(({ from, to }) => {
    const [one, other] = [methodOf(from), methodOf(to)];
    return one !== null && other !== null && one !== other && other !== SHARED;
  });
  expect(imports.length).toBeGreaterThan(100);
  expect(between).toEqual([]);
});
