import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path, { join } from 'node:path';
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import { describe, expect, it } from 'vitest';

// Of two classes that set the same thing the style sheet decides by its own order (docs/adr/0042): what a caller overrides has to
// be `weak:` in the component. Looked at is what stands there as literals, of the component that a caller names alone.

const sourceRoot = join(import.meta.dirname, '../..');
const sources = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(join(sourceRoot, name), 'utf8') }));

const styles = join(sourceRoot, 'shared/styles/index.css');
const design = await loadDesignSystem(readFileSync(styles, 'utf8'), {
  base: path.dirname(styles),
  loadStylesheet: async (id, base) => {
    const file = id.startsWith('.')
      ? join(base, id)
      : createRequire(import.meta.url).resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id);
    return { path: file, base: path.dirname(file), content: readFileSync(file, 'utf8') };
  },
});

/** The properties that a class sets, under which variants; what another class says by a variable of Tailwind's is that one's. */
function effect(name: string): { under: string; properties: string[] } {
  const css = design.candidatesToCss([name])[0]?.replaceAll(/@property[^}]*\}/g, '') ?? '';
  // The brackets of an arbitrary variant may hold colons of their own.
  const under = name.replaceAll(/\[[^\]]*\]/g, (inner) => inner.replaceAll(':', ' '));
  return {
    under: name.slice(0, under.lastIndexOf(':') + 1),
    properties: [...css.matchAll(/^\s*([a-z-]+): (?!var\(--tw-)/gm)].map(([, property = '']) => property),
  };
}

/** The classes of a component that one of a caller's may lose against: what is set more narrowly comes later in the style sheet. */
function contested(own: string[], callers: string): string[] {
  const { under, properties } = effect(callers);
  return own.filter((name) => {
    const mine = effect(name);
    if (mine.under !== under || name === callers) return false;
    return mine.properties.some((one) =>
      properties.some((other) => one === other || one.startsWith(`${other}-`)),
    );
  });
}

/** What a bracket holds that opens at `start`. */
function bracket(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if ('({'.includes(text[at] ?? '')) depth++;
    else if (')}'.includes(text[at] ?? '') && --depth === 0) return text.slice(start + 1, at);
  }
  throw new Error(`Nothing closes ${text.slice(start, start + 40)}`);
}

/** The words in all of a text's literals: what is no class sets nothing. */
function words(code: string): string[] {
  return [...code.matchAll(/'([^']*)'|"([^"]*)"/g)].flatMap(([, one, other]) =>
    (one ?? other ?? '').split(/\s+/),
  );
}

/** Every opening tag of a component, with its attributes. */
function* tags(text: string): Generator<{ name: string; attributes: string }> {
  for (const { 0: start, 1: found = '', index } of text.matchAll(/<([A-Z]\w*)(?=\s)/g)) {
    let at = index + start.length;
    for (; at < text.length && text[at] !== '>'; at++)
      if (text[at] === '{') at += bracket(text, at).length + 1;
    yield { name: found, attributes: text.slice(index + start.length, at) };
  }
}

/** What an attribute says, as code; none: undefined. */
function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.search(new RegExp(`\\b${name}=`));
  if (at < 0) return undefined;
  const value = at + name.length + 1;
  return attributes[value] === '{'
    ? bracket(attributes, value)
    : /"[^"]*"/.exec(attributes.slice(value))?.[0];
}

/** The classes of a look of several (`cva`) that attributes choose: all of them where that is open. */
function chosen(look: string, attributes: string): string[] {
  const [base = '', variants = ''] = look.split('variants: {');
  const [, defaults = ''] = /defaultVariants: \{([^}]*)\}/.exec(look) ?? [];
  const choices = [...variants.matchAll(/(\w+): \{([^}]*)\}/g)].flatMap(([, name = '', looks = '']) => {
    const said = words(
      attribute(attributes, name) ?? new RegExp(`\\b${name}: '\\w+'`).exec(defaults)?.[0] ?? '',
    );
    return [...looks.matchAll(/(\w+): ('[^']*')/g)]
      .filter(([, key = '']) => said.length === 0 || said.includes(key))
      .flatMap(([, , literal = '']) => words(literal));
  });
  return [...words(base), ...choices];
}

/** What the constants of a file stand for, as code: literals and looks of several. */
function constantsOf(text: string, start: string): [name: string, code: string][] {
  const literals = text.matchAll(new RegExp(`^${start}const (\\w+) =\\s*('[^']*')`, 'gm'));
  const looks = text.matchAll(new RegExp(`^${start}const (\\w+) = cva(?=\\()`, 'gm'));
  return [
    ...[...literals].map(([, name = '', code = '']): [string, string] => [name, code]),
    ...[...looks].map(({ 0: all, 1: name = '', index }): [string, string] => [
      name,
      bracket(text, index + all.length),
    ]),
  ];
}

const shared = sources.flatMap(({ text }) => constantsOf(text, 'export '));

/** What the components of a file join their caller's classes to, as code, by their names. */
function looksOf(text: string, start: string): [component: string, looks: string[]][] {
  const constants = new Map([...shared, ...constantsOf(text, '')]);
  const bodies = text.matchAll(new RegExp(`^${start}function ([A-Z]\\w*)\\([^]*?^\\}$`, 'gm'));
  return [...bodies].map(([body, name = '']) => {
    const joins = [...body.matchAll(/\bcn\(/g)]
      .map(({ index }) => bracket(body, index + 2))
      .filter((join) => /(?<![\w.])className,?\s*$/.test(join));
    const named = joins.flatMap((join) => join.replaceAll(/'[^']*'/g, '').match(/\w+/g) ?? []);
    return [name, [...joins, ...named.flatMap((one) => constants.get(one) ?? [])]];
  });
}

const components = sources
  .flatMap(({ text }) => looksOf(text, 'export '))
  .filter(([, looks]) => looks.length > 0);

describe('a class of a caller', () => {
  it('is contested by one for the same property under the same conditions', () => {
    expect(contested(['px-4', 'py-2', 'text-ink'], 'px-2')).toEqual(['px-4']);
    expect(contested(['size-4'], 'w-6')).toEqual(['size-4']);
    expect(contested(['text-sm', 'font-semibold'], 'text-primary')).toEqual([]);
    expect(contested(['hover:bg-sunken', 'bg-surface'], 'hover:bg-line')).toEqual(['hover:bg-sunken']);
    expect(contested(['flex'], 'hidden')).toEqual(['flex']);
  });

  it('is contested by one for a part of it, not by one for more: parts come later', () => {
    expect(contested(['px-4'], 'p-2')).toEqual(['px-4']);
    expect(contested(['p-4'], 'px-2')).toEqual([]);
  });

  it('is not contested by a weak one', () => {
    expect(contested(['weak:px-4', 'weak:hover:bg-sunken'], 'px-2')).toEqual([]);
  });

  it('wins in every component that is given it', () => {
    const found = sources.flatMap(({ name: file, text }) => {
      const known = new Map([...components, ...looksOf(text, '(?:export )?')]);
      return [...tags(text)].flatMap(({ name, attributes }) => {
        const own = (known.get(name) ?? []).flatMap((look) => chosen(look, attributes));
        return words(attribute(attributes, 'className') ?? '').flatMap((callers) =>
          contested(own, callers).map((one) => `${file}: <${name}> ${callers} against ${one}`),
        );
      });
    });
    expect(components.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });
});
