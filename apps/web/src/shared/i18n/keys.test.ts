import { readdirSync, readFileSync } from 'node:fs';
import path, { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedFile } from '@/shared/testing/imported-file.ts';
import { ALL_TEXTS, ENGLISH_FILES, withoutPlural } from './all-texts.ts';

const sourceRoot = join(import.meta.dirname, '../..');
const sources = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(sourceRoot, name), 'utf8') }));

const keys = [...ENGLISH_FILES.start.keys(), ...ENGLISH_FILES.pages.keys()];

/** Turns a template literal, with its `${...}` parts, into a pattern over keys. */
function templatePattern(template: string): RegExp {
  const literal = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${literal.join('[^.]+')}$`);
}

describe('the texts', () => {
  const known = new Set(keys.map(withoutPlural));
  const literals = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map((match) => match[1])),
  );
  const templates = sources
    .flatMap(({ text }) => [...text.matchAll(/`([a-z]\w*\.[\w.${}]+)`/gi)].map((match) => match[1] ?? ''))
    .map(templatePattern);

  it('hold every key that the code asks for', () => {
    const missing = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/\bt\(\s*(?:'([^']+)'|`([^`]+)`)/g)]
        .filter(([, literal, template]) =>
          literal ? !known.has(literal) : !keys.some((key) => templatePattern(template ?? '').test(key)),
        )
        .map(([call]) => `${name}: ${call}`),
    );
    expect(missing).toEqual([]);
  });

  it('get every value that they name', () => {
    const english = [...ENGLISH_FILES.start, ...ENGLISH_FILES.pages];
    const namedBy = (asked: string) =>
      english.flatMap(([key, text]) =>
        withoutPlural(key) === asked ? [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name) : [],
      );
    const missing = sources.flatMap(({ name, text }) =>
      // Calls with a literal key, and with an object whose keys can be read off.
      [...text.matchAll(/\bt\(\s*'([^']+)'(?:,\s*{([^{}]*)})?\s*,?\s*\)/g)].flatMap(
        ([, key = '', values = '']) => {
          const given = new Set([...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, value]) => value));
          if (values.includes('...')) return [];
          return namedBy(key).flatMap((value) =>
            given.has(value) ? [] : [`${name}: ${key} lacks ${value}`],
          );
        },
      ),
    );
    expect(missing).toEqual([]);
  });

  it('hold no key that nothing asks for', () => {
    const unused = keys
      .map(withoutPlural)
      .filter((key) => !literals.has(key) && !templates.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });

  it('have no empty text', () => {
    const empty = Object.values(ALL_TEXTS).flatMap((texts) =>
      [...texts].filter(([, text]) => text.trim() === ''),
    );
    expect(empty).toEqual([]);
  });

  it('are each in one of the two files', () => {
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('of all that is loaded at the start are in the file that is', () => {
    const early = startModules().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map((match) => match[1] ?? ''),
    );
    const late = new Set([...ENGLISH_FILES.pages.keys()].map(withoutPlural));
    expect(early).toContain('join.title');
    expect(early.filter((key) => late.has(key))).toEqual([]);
  });
});

/** Our own files that every page loads. */
function startModules(): string[] {
  const modules = new Set([path.join(sourceRoot, 'app/start.tsx')]);
  // A set's iterator also returns entries that are added during the walk.
  for (const file of modules) {
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^'`]*?'([^']+\.tsx?)'/gm,
    )) {
      const imported = importedFile(file, from);
      if (imported) modules.add(imported);
    }
  }
  return [...modules];
}
