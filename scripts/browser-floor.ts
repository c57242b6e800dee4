import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import compat from 'eslint-plugin-compat';
import esx from 'eslint-plugin-es-x';
import { BROWSER_FLOOR } from '../apps/web/build/browser-floor.ts';
import { PROJECT_ROOT } from './lib/project.ts';

/**
 * Checks the built web app against the oldest browsers that it supports (`browserslist` in
 * apps/web/package.json): no syntax and no API that one of them lacks, unless it is filled in or
 * asked for before it is used. Run after a build.
 */
const DIST = path.join(PROJECT_ROOT, 'apps/web/dist');

/**
 * The PDF reader runs in a worker of its own, and a file that it cannot read is refused with a
 * message. Its syntax is checked.
 */
const WITHOUT_API_CHECK = ['assets/pdf-*.js'];

/** The features of ECMAScript 2022 and later that all of these browsers have. */
const IN_ALL_BROWSERS = [
  'no-class-instance-fields',
  'no-class-private-fields',
  'no-class-private-methods',
  'no-class-static-fields',
  'no-private-in',
  'no-top-level-await',
  'no-regexp-d-flag',
  'no-array-prototype-at',
  'no-string-prototype-at',
  // An engine that does not know the second argument of Error ignores it.
  'no-error-cause',
];

/** Added by apps/web/src/shared/browser/polyfills.ts. */
const FILLED_IN = [
  'no-array-prototype-findlast-findlastindex',
  'no-array-prototype-toreversed',
  'no-array-prototype-tosorted',
  'no-array-prototype-tospliced',
  'no-array-prototype-with',
  'no-object-hasown',
];

/**
 * Names that arrays and Blobs have as well, libraries' own feature checks, and `detached`, an
 * option of the picture viewer's library.
 */
const NOT_WHAT_IT_LOOKS_LIKE = [
  /^no-arraybuffer-prototype-transfer$/,
  /^no-iterator-prototype-/,
  /^no-resizable-and-growable-arraybuffers$/,
  /^no-uint8array-prototype-tobase64$/,
];

/** Web APIs that are filled in, or whose users first ask whether they are there. */
const KNOWN_GAPS = [
  'Array.toSorted',
  'Object.hasOwn',
  'BarcodeDetector',
  'Intl.Segmenter',
  'Notification',
  'navigator.connection',
  'requestIdleCallback',
];

/** Static methods that eslint-plugin-compat has no data about. */
const TOO_YOUNG = [
  { object: 'AbortSignal', property: 'any' },
  { object: 'Response', property: 'json' },
  { object: 'ReadableStream', property: 'from' },
];

const SYNTAX = ['no-class-static-block', 'no-regexp-lookbehind-assertions', 'no-regexp-v-flag'];

function newerThanTheFloor(): string[] {
  const sets = ['es2022', 'es2023', 'es2024', 'es2025'] as const;
  const rules = sets.flatMap((set) => Object.keys(esx.configs[`flat/no-new-in-${set}`]?.rules ?? {}));
  if (rules.length < 50) throw new Error('eslint-plugin-es-x no longer has the sets of rules by year');
  return rules
    .map((rule) => rule.replace('es-x/', ''))
    .filter((rule) => ![...IN_ALL_BROWSERS, ...FILLED_IN].includes(rule))
    .filter((rule) => !NOT_WHAT_IT_LOOKS_LIKE.some((pattern) => pattern.test(rule)));
}

function errors(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [`es-x/${name}`, 'error' as const]));
}

const files = { files: ['**/*.js'] };
const eslint = new ESLint({
  cwd: DIST,
  overrideConfigFile: true,
  overrideConfig: [
    {
      ...files,
      languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      plugins: { compat, 'es-x': esx },
      settings: {
        'es-x': { aggressive: true },
        browsers: BROWSER_FLOOR,
        lintAllEsApis: true,
        polyfills: KNOWN_GAPS,
      },
      rules: errors(SYNTAX),
    },
    {
      ...files,
      ignores: WITHOUT_API_CHECK,
      rules: {
        ...errors(newerThanTheFloor()),
        'compat/compat': 'error',
        'no-restricted-properties': ['error', ...TOO_YOUNG],
      },
    },
  ],
});

const problems: string[] = [];
const results = await eslint.lintFiles(['**/*.js']);
for (const { filePath, messages } of results) {
  for (const { line, column, message } of messages) {
    problems.push(`${path.relative(DIST, filePath)}:${line}:${column} ${message}`);
  }
}
for (const name of readdirSync(path.join(DIST, 'assets')).filter((file) => file.endsWith('.css'))) {
  const css = readFileSync(path.join(DIST, 'assets', name), 'utf8');
  // Chrome below 99 ignores every rule in a layer.
  if (/@layer\b/.test(css)) problems.push(`assets/${name}: @layer is left`);
}

if (results.length < 20) problems.push('There is hardly any build to check. Run: npm run build');
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${results.length} scripts run on ${BROWSER_FLOOR.join(', ')}.`
    : `${problems.length} places need a newer browser than ${BROWSER_FLOOR.join(', ')}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
