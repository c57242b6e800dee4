import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

// A hosted Supabase has neither node_modules nor workspaces: deno.json alone says what a bare
// import means.

const FUNCTIONS = path.join(PROJECT_ROOT, 'supabase/functions');
const { imports } = JSON.parse(readFileSync(path.join(FUNCTIONS, 'deno.json'), 'utf8')) as {
  imports: Record<string, string>;
};
/** Imports that remain at run time, so not those of types alone. */
const IMPORTED = /^(?:import|export)(?! type\b)(?:[\w\s{},*]*\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);

/**
 * @returns each import, of a file and of what it imports, that deno.json does not resolve:
 * `file: import`.
 */
function unresolved(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const found: string[] = [];
  for (const [, named, lazy] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
    const name = named ?? lazy ?? '';
    const target = name.startsWith('.')
      ? path.resolve(path.dirname(file), name)
      : imports[name]?.startsWith('.')
        ? path.resolve(FUNCTIONS, imports[name])
        : null;
    if (target !== null) {
      if (!existsSync(target)) found.push(`${path.relative(PROJECT_ROOT, file)}: ${name}`);
      else if (target.endsWith('.ts')) found.push(...unresolved(target, seen));
    } else if (!(name in imports) && !isBuiltin(name)) {
      found.push(`${path.relative(PROJECT_ROOT, file)}: ${name}`);
    }
  }
  return found;
}

const entries = readdirSync(FUNCTIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(path.join(FUNCTIONS, entry.name, 'index.ts')))
  .map(({ name }) => name);

it.each(entries)('deno.json resolves every import of the edge function %s', (name) => {
  const seen = new Set<string>();
  expect(unresolved(path.join(FUNCTIONS, name, 'index.ts'), seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
});
