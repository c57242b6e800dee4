import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

// The time of a regular expression grows with the length of its text, not with its square or faster.
// Patterns that are put together from parts are checked when their module makes them while it loads.
// The checker does not know two kinds: alternatives that begin alike in a repetition, `(?:a|aa)+b`,
// and a beginning that what follows may contain, `<b[^>]*>`.

/** Patterns that only meet short texts. The reason says what keeps them short. */
const SHORT_TEXTS: readonly { file: string; pattern: RegExp; reason: string }[] = [
  {
    file: 'packages/domain/src/file-name.ts',
    pattern: /^[.\s]+|[.\s]+$/,
    reason: 'The name is cut to 60 characters before.',
  },
  {
    file: 'packages/supabase-server/src/config/identity-providers.ts',
    pattern: /\/+$/,
    reason: 'Addresses of a provider, from the configuration of the operator.',
  },
  {
    file: 'packages/supabase-server/src/config/variables.ts',
    pattern: /\/+$/,
    reason: 'The addresses of the server, from the configuration of the operator.',
  },
  {
    file: 'packages/supabase-server/src/realtime/postgres-changes/scalar-types.ts',
    pattern: / +$/,
    reason: 'Values of columns of the type character(n), of which the schema has none.',
  },
];

const ADVICE = `Make it linear: no two repetitions side by side that take the same characters, no repetition of a
repetition, and a start at one place of a run only (withoutTrailing in text.ts, a look-behind with lookBehind(), a
bound such as {0,64}). If all its texts are short, add it to SHORT_TEXTS with what keeps them short.`;

const ROOTS = ['apps/server/src', 'apps/web/src', 'supabase/functions'].concat(
  ['domain', 'functions', 'local-engines', 'supabase-server'].map((name) => `packages/${name}/src`),
);
const SOURCE = /\.[mc]?[jt]sx?$/;
const TEST = /\.test\.tsx?$|(?:^|\/)testing\//;
/** In formatted code, a pattern is behind a space or one of these. Parsing takes the most time. */
const MAY_HAVE_PATTERNS = /[\s([!={:,&|?;>]\/(?![/*>])|\b(?:RegExp|lookBehind)\(/;

interface Pattern {
  /** `file:line`, without the line for a pattern that was put together. */
  place: string;
  file: string;
  pattern: RegExp;
}

type Call = ESTree.CallExpression | ESTree.NewExpression;

const TROUBLES = {
  Trade: 'two repetitions share a run of',
  Self: 'a repetition is repeated on a run of',
  Move: 'it starts at each place of a run of',
};

/** @returns why a pattern takes more than linear time; null when it does not */
function trouble({ source, flags }: RegExp): string | null {
  const { reports } = analyse({ source, flags });
  const worst = reports.find(({ exponential }) => exponential) ?? reports[0];
  if (!worst) return null;
  const growth = worst.exponential ? 'exponential time' : 'at least quadratic time';
  return `${growth}, ${TROUBLES[worst.type]} ${JSON.stringify(worst.character.pick)}`;
}

/** @returns the text of a string, or of a template without substitutions; null for anything else */
function constantText(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  // The one tag in use for patterns is String.raw.
  const template = node?.type === 'TaggedTemplateExpression' ? node.quasi : node;
  if (template?.type !== 'TemplateLiteral' || template.expressions.length > 0) return null;
  const text = template.quasis[0]?.value;
  return (template === node ? text?.cooked : text?.raw) ?? null;
}

/** @returns the patterns that a file has as a whole, and whether it puts others together */
function patternsIn(file: string, text: string): { whole: Pattern[]; hasOthers: boolean } {
  const whole: Pattern[] = [];
  let hasOthers = false;
  const add = (at: number, source: string, flags: string) =>
    whole.push({
      place: `${file}:${text.slice(0, at).split('\n').length}`,
      file,
      pattern: new RegExp(source, flags),
    });
  function visitCall({ callee, arguments: given, start }: Call) {
    if (callee.type !== 'Identifier' || !['RegExp', 'lookBehind'].includes(callee.name)) return;
    const source = constantText(given[0]);
    const flags = given[1] ? constantText(given[1]) : '';
    if (source === null || flags === null) hasOthers = true;
    else add(start, source, flags);
  }
  new Visitor({
    Literal: (node) => 'regex' in node && add(node.start, node.regex.pattern, node.regex.flags),
    CallExpression: visitCall,
    NewExpression: visitCall,
  }).visit(parseSync(file, text).program);
  return { whole, hasOthers };
}

/** @returns the patterns that a module makes while it loads */
async function patternsMadeBy(file: string): Promise<Pattern[]> {
  const address = path.join(PROJECT_ROOT, file);
  // The second time, the modules that it imports are there already.
  await import(address);
  const made: Pattern[] = [];
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given, newTarget) {
      const pattern: RegExp = Reflect.construct(target, given, newTarget);
      made.push({ place: file, file, pattern });
      return pattern;
    },
  });
  try {
    await import(`${address}?again`);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

it.each([
  ['(?:a+)+b', 'exponential time, a repetition is repeated on a run of "a"'],
  [String.raw`^\s*,?\s*$`, 'at least quadratic time, two repetitions share a run of " "'],
  ['=+$', 'at least quadratic time, it starts at each place of a run of "="'],
  ['(?<!=)=+$', null],
  [String.raw`^\s*(?:,\s*)?$`, null],
])('the checker knows %s', (source, expected) => {
  expect(trouble(new RegExp(source))).toBe(expected);
});

// It reads the whole source.
it('every pattern takes linear time, or is known to meet short texts only', { timeout: 60_000 }, async () => {
  const files = ROOTS.flatMap((root) =>
    readdirSync(path.join(PROJECT_ROOT, root), { recursive: true, encoding: 'utf8' })
      .map((file) => `${root}/${file.replaceAll('\\', '/')}`)
      .filter((file) => SOURCE.test(file) && !TEST.test(file)),
  );
  const patterns: Pattern[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
    if (!MAY_HAVE_PATTERNS.test(text)) continue;
    const { whole, hasOthers } = patternsIn(file, text);
    const made = hasOthers ? await patternsMadeBy(file) : [];
    const isNew = ({ pattern }: Pattern) => !whole.some((one) => `${one.pattern}` === `${pattern}`);
    patterns.push(...whole, ...made.filter(isNew));
  }
  expect(patterns.length).toBeGreaterThan(900);
  const slow = patterns
    .map((one) => ({ ...one, why: trouble(one.pattern) }))
    .filter(({ why }) => why !== null);
  const isKnown = (one: Pattern, { file, pattern }: (typeof SHORT_TEXTS)[number]) =>
    one.file === file && one.pattern.source === pattern.source;
  const unknown = slow.filter((one) => !SHORT_TEXTS.some((entry) => isKnown(one, entry)));
  expect(
    unknown.map(({ place, pattern, why }) => `${place} ${pattern}: ${why}`),
    ADVICE,
  ).toEqual([]);
  const stale = SHORT_TEXTS.filter((entry) => !slow.some((one) => isKnown(one, entry)));
  expect(stale, 'These are linear or gone: take them out of SHORT_TEXTS').toEqual([]);
});
