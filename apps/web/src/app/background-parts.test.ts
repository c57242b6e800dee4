import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importedFile } from '@/shared/testing/imported-file.ts';

// Code loaded after every signed-in page competes with the page for a fair's network.

const PARTS = path.join(import.meta.dirname, 'background-parts.tsx');
const DOMAIN = path.join(import.meta.dirname, '../../../../packages/domain/src');

/** Forms and what checks them: 40 kB. */
const LARGE = /^(zod|react-hook-form|@hookform\/)/;

const parts = [...readFileSync(PARTS, 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '');

it('all parts are looked at', () => {
  expect(parts.length).toBeGreaterThan(3);
});

it.each(parts)('%s brings no forms', (part) => {
  const file = importedFile(PARTS, part);
  expect(packagesOf(file ?? part).filter((name) => LARGE.test(name))).toEqual([]);
});

/**
 * @returns the packages that a file imports, directly or through our own files, without dynamic
 * imports
 */
function packagesOf(file: string): string[] {
  const packages = new Set<string>();
  const files = new Set([file]);
  // A set's iterator also returns entries that are added during the walk.
  for (const one of files) {
    for (const [, from = ''] of readFileSync(one, 'utf8').matchAll(
      /^(?:import|export) (?!type)(?:[^'`]*? from )?'([^']+)'/gm,
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
