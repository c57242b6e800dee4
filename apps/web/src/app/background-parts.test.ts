import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importedFile } from '@/shared/testing/imported-file.ts';

// Code loaded after every signed-in page competes with the page for a fair's network.

const GUARDS = path.join(import.meta.dirname, 'guards.tsx');
const DOMAIN = path.join(import.meta.dirname, '../../../../packages/domain/src');

/** Forms and what checks them: 40 kB. */
const LARGE = /^(zod|react-hook-form|@hookform\/)/;

const parts = [...readFileSync(GUARDS, 'utf8').matchAll(/import\('([^']+)'\)/g)].map(
  ([, from]) => from ?? '',
);

it('all parts are looked at', () => {
  expect(parts.length).toBeGreaterThan(3);
});

it.each(parts)('%s brings no forms', (part) => {
  const file = importedFile(GUARDS, part);
  expect(packagesOf(file ?? part).filter((name) => LARGE.test(name))).toEqual([]);
});

/**
 * @returns the packages that a file imports, directly or through our own files, without dynamic
 * imports
 */
function packagesOf(file: string): string[] {
  const packages = new Set<string>();
  const files = new Set([file]);
  // A set hands out what is added while it is walked.
  for (const one of files) {
    for (const [, from = ''] of readFileSync(one, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^'`]*?'([^']+)'/gm,
    )) {
      const file = importedFile(one, from);
      if (file) files.add(file);
      else if (from.startsWith('@dragoman/domain/'))
        files.add(path.join(DOMAIN, `${from.slice('@dragoman/domain/'.length)}.ts`));
      else packages.add(from);
    }
  }
  return [...packages];
}
