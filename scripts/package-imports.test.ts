import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

// Each package works on its own: its files import nothing but their own package and what its
// manifest declares. A package of this repository in a manifest has to be one of these.
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  functions: ['@dragoman/domain'],
  'local-engines': ['@dragoman/domain', '@dragoman/functions'],
  'supabase-server': [],
};

const IMPORTED = /^(?:import\s+|(?:import|export|\})[^'\n]*\bfrom\s+)'([^']+)'|\bimport\('([^']+)'\)/gm;
const TEST = /\.(?:test|config)\.ts$|(?:^|\/)(?:test|testing)\//;
/** The root's manifest has the tools of all tests. */
const TOOLS = ['vitest', '@types/node', 'tsx'];

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const namesIn = (list: Record<string, string> = {}) => Object.keys(list);

/** @returns each import that leaves the package without being declared, as `file: import` */
function strayImports(name: string): string[] {
  const root = path.join(PROJECT_ROOT, 'packages', name);
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const declared = [...namesIn(manifest.dependencies), ...namesIn(manifest.optionalDependencies)];
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules/'));
  expect(files.length).toBeGreaterThan(20);
  return files.flatMap((file) => {
    const known = TEST.test(file) ? [...declared, ...namesIn(manifest.devDependencies), ...TOOLS] : declared;
    return [...readFileSync(path.join(root, file), 'utf8').matchAll(IMPORTED)]
      .map(([, named, lazy]) => named ?? lazy ?? '')
      .filter((specifier) => {
        if (specifier.startsWith('.'))
          return path.posix.join(path.posix.dirname(file), specifier).startsWith('..');
        const parts = specifier.split('/');
        const library = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
        return !isBuiltin(specifier) && !known.includes(library);
      })
      .map((specifier) => `${file}: ${specifier}`);
  });
}

it.each(Object.keys(ALLOWED))('packages/%s imports only itself and what its manifest declares', (name) => {
  expect(strayImports(name)).toEqual([]);
});

it.each(Object.entries(ALLOWED))('packages/%s depends on no other workspace than %j', (name, allowed) => {
  const file = path.join(PROJECT_ROOT, 'packages', name, 'package.json');
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Manifest;
  const all = [dependencies, devDependencies, optionalDependencies].flatMap(namesIn);
  expect(all.filter((library) => library.startsWith('@dragoman/'))).toEqual(allowed);
});
