import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/spec-coverage.md'] as const;
/** First folders by which a text in backticks is known as a path of the repository. */
const FOLDERS = ['.ci', 'apps', 'bench', 'deploy', 'docs', 'e2e', 'eval', 'packages', 'scripts', 'supabase'];
/** Folders that installing, building and testing write. */
const MADE = /(?:^|\/)(?:node_modules|dist|test-results)(?:\/|$)/;
/** The short names that the head of docs/spec-coverage.md explains. */
const SHORT = {
  web: 'apps/web/src',
  server: 'apps/server',
  'supabase-server': 'packages/supabase-server',
  domain: 'packages/domain/src',
  functions: 'packages/functions/src',
  'local-engines': 'packages/local-engines/src',
};
/** What may follow the name of a module or a decision. */
const ENDINGS = ['', '.ts', '.tsx', '.test.ts', '.long.test.ts', '.test.tsx', '.spec.ts'];

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

/** @returns `a/b` and `a/c` of `a/{b,c}` */
function expand(named: string): string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(named) ?? [];
  if (inside === undefined) return [named];
  return inside.split(',').flatMap((one) => expand(before + one + after));
}

function exists(named: string): boolean {
  const place = path.join(PROJECT_ROOT, named);
  if (MADE.test(named) || ENDINGS.some((ending) => existsSync(place + ending))) return true;
  const [folder, name] = [path.dirname(place), path.basename(place)];
  // A decision may be named by its number alone.
  const wanted = path.basename(folder) === 'adr' ? `${name}-*` : name;
  if (!wanted.includes('*') || !existsSync(folder)) return false;
  const pattern = new RegExp(`^${wanted.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  return readdirSync(folder).some((one) => pattern.test(one));
}

/** @returns the paths of the repository that a document names in backticks */
function quotedPaths(text: string): string[] {
  return [...text.matchAll(/`([\w.@{},/*-]+)`/g)]
    .map(([, named = '']) => named)
    .filter((named) => FOLDERS.some((folder) => named.startsWith(`${folder}/`)));
}

/** @returns the paths in the columns "code" and "shown by" of docs/spec-coverage.md, in full */
function coveragePaths(text: string): string[] {
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => line.split(' | ').slice(2));
  const first = [...Object.keys(SHORT), ...FOLDERS].map((name) => name.replace('.', '\\.')).join('|');
  const named = new RegExp(`(?<![\\w./}-])(${first})/([\\w.@*-]+|\\{[\\w.@*/,-]+\\}|/)+`, 'g');
  return cells
    .flatMap((cell) => [...cell.matchAll(named)].map(([found]) => found.replace(/[.,/]+$/, '')))
    .map((found) => {
      const [head = '', ...rest] = found.split('/');
      return [SHORT[head as keyof typeof SHORT] ?? head, ...rest].join('/');
    });
}

const missing = (named: string[]) => named.flatMap(expand).filter((one) => !exists(one));

it('knows a path that exists from one that does not', () => {
  expect(missing(['scripts/{test,no-such}.ts', 'docs/adr/0001', 'e2e/*-such/x', 'e2e/pages/no-*'])).toEqual([
    'scripts/no-such.ts',
    'e2e/*-such/x',
    'e2e/pages/no-*',
  ]);
});

it.each(DOCUMENTS)('every path in backticks of %s exists', (document) => {
  expect(missing(quotedPaths(read(document)))).toEqual([]);
});

it('every path in the tables of docs/spec-coverage.md exists', () => {
  const named = coveragePaths(read('docs/spec-coverage.md'));
  expect(missing(named)).toEqual([]);
  expect(named.length).toBeGreaterThan(300);
});

it('every browser test that docs/spec-coverage.md names is a spec', () => {
  const specs = readdirSync(path.join(PROJECT_ROOT, 'e2e/specs')).map((name) => name.replace('.spec.ts', ''));
  const named = [...read('docs/spec-coverage.md').matchAll(/\be2e ([a-z-]+(?:, [a-z-]+)*)(?=[;.)| (]|$)/gm)]
    .flatMap(([, names = '']) => names.split(', '))
    .filter((name) => name !== 'unit');
  expect(named.filter((name) => !specs.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});
