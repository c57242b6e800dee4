import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// Biome holds the order of the layers (biome.json). It has no rule for "every folder but one's
// own".

const SOURCE = path.resolve(import.meta.dirname, '..');
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'(@\/|\.{1,2}\/)([^']+)'/g;

/** @returns the names of the features that a file's imports lead to. */
function importedFeatures(file: string, text: string): string[] {
  return [...text.matchAll(IMPORTED)].flatMap(([, start, rest]) => {
    const base = start === '@/' ? SOURCE : path.dirname(file);
    const target = path.relative(SOURCE, path.resolve(base, `${start === '../' ? '../' : ''}${rest}`));
    const [layer, feature] = target.split(path.sep);
    return layer === 'features' && feature ? [feature] : [];
  });
}

it('finds the features that imports lead to', () => {
  const file = path.join(SOURCE, 'features/leads/api/a.ts');
  expect(importedFeatures(file, "import { a } from '@/features/chat/b.ts';")).toEqual(['chat']);
  expect(importedFeatures(file, "const b = import('../../scanner/c.ts');")).toEqual(['scanner']);
  expect(importedFeatures(file, "import '../model/d.ts';")).toEqual(['leads']);
  expect(importedFeatures(file, "import { e } from '@/shared/ui/e.tsx';")).toEqual([]);
});

it('no feature imports another feature', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && name.includes(path.sep),
  );
  expect(files.length).toBeGreaterThan(300);
  const strangers = files.flatMap((name) => {
    const file = path.join(import.meta.dirname, name);
    const own = name.split(path.sep)[0];
    return importedFeatures(file, readFileSync(file, 'utf8'))
      .filter((feature) => feature !== own)
      .map((feature) => `${name} imports features/${feature}`);
  });
  expect(strangers).toEqual([]);
});
