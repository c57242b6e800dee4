import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

// Biome's noImportCycles refuses cycles between files. This test refuses them between folders that
// are side by side.

const ROOTS = [
  'apps/server/src',
  'apps/web/src',
  'packages/domain/src',
  'packages/functions/src',
  'packages/local-engines/src',
  'packages/supabase-server/src',
];
/** Imports of tests do not connect folders of the product. */
const TEST = /\.test\.tsx?$|(?:^|\/)testing\//;
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'((?:\.|@\/)[^'\n]*)'/g;

interface Import {
  from: string;
  to: string;
}

/** @returns the imports within a source folder, as paths relative to it */
function importsOf(root: string): Import[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file))
    .flatMap((from) =>
      [...readFileSync(path.join(root, from), 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => ({
        from,
        to: specifier.startsWith('@/')
          ? specifier.slice('@/'.length)
          : path.posix.join(path.posix.dirname(from), specifier),
      })),
    );
}

/**
 * @returns the two folders that an import leads from and to, below the folder that holds both; null
 * within one folder
 */
function foldersOf({ from, to }: Import): { parent: string; from: string; to: string } | null {
  const [source, target] = [from.split('/'), to.split('/')];
  const depth = source.findIndex((name, index) => name !== target[index]);
  // A file beside a folder belongs to the folder that holds both.
  if (source.length <= depth + 1 || target.length <= depth + 1) return null;
  const parent = source.slice(0, depth).join('/');
  return { parent, from: source[depth] as string, to: target[depth] as string };
}

/**
 * @returns each cycle of folders once, such as `auth: data -> rules -> data`, with an import of
 * each step
 */
function folderCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const folders = foldersOf(one);
    if (folders === null) continue;
    const [from, to] = [
      path.posix.join(folders.parent, folders.from),
      path.posix.join(folders.parent, folders.to),
    ];
    const targets = edges.get(from) ?? new Map<string, Import>();
    if (!targets.has(to)) targets.set(to, one);
    edges.set(from, targets);
  }
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(folder: string, way: string[]): void {
    const start = way.indexOf(folder);
    if (start !== -1) {
      const cycle = [...way.slice(start), folder];
      const steps = cycle.slice(1).map((to, index) => edges.get(cycle[index] as string)?.get(to));
      cycles.push(
        `${cycle.join(' -> ')} (${steps.map((step) => `${step?.from} -> ${step?.to}`).join(', ')})`,
      );
      return;
    }
    if (finished.has(folder)) return;
    for (const to of edges.get(folder)?.keys() ?? []) visit(to, [...way, folder]);
    finished.add(folder);
  }
  for (const folder of edges.keys()) visit(folder, []);
  return cycles;
}

it('finds a cycle of two folders, and of three', () => {
  const two = [
    { from: 'a/b/one.ts', to: 'a/c/two.ts' },
    { from: 'a/c/deep/three.ts', to: 'a/b/four.ts' },
  ];
  expect(folderCycles(two)).toEqual([
    'a/b -> a/c -> a/b (a/b/one.ts -> a/c/two.ts, a/c/deep/three.ts -> a/b/four.ts)',
  ]);
  expect(folderCycles(two.slice(0, 1))).toEqual([]);
  const three = ['a', 'b', 'c'].map((from, index) => ({ from: `${from}/x.ts`, to: `${'bca'[index]}/y.ts` }));
  expect(folderCycles(three)).toHaveLength(1);
  // Files beside a folder, and within one, make no cycle.
  expect(
    folderCycles([
      { from: 'a/x.ts', to: 'a/b/y.ts' },
      { from: 'a/b/y.ts', to: 'a/x.ts' },
    ]),
  ).toEqual([]);
});

it.each(ROOTS)('no folders of %s import each other in a circle', (root) => {
  const imports = importsOf(path.join(PROJECT_ROOT, root));
  expect(imports.length).toBeGreaterThan(20);
  expect(folderCycles(imports)).toEqual([]);
});
