import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './en.json';

const sourceRoot = join(import.meta.dirname, '..');
const sources = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(sourceRoot, name), 'utf8') }));

function keysOf(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return [path.join('.')];
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, [...path, key]));
}

const keys = keysOf(en);

/** A key as it stands in a template literal, with its `${...}` parts, as a pattern over keys. */
function templatePattern(template: string): RegExp {
  const literal = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${literal.join('[^.]+')}$`);
}

/** i18next finds `x_one` and its siblings under `x`. */
function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

describe('the English texts', () => {
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

  it('hold no key that nothing asks for', () => {
    const unused = keys
      .map(withoutPlural)
      .filter((key) => !literals.has(key) && !templates.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });

  it('have no empty text', () => {
    const empty = keys.filter((key) => {
      const text = key
        .split('.')
        .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], en);
      return String(text).trim() === '';
    });
    expect(empty).toEqual([]);
  });
});
