import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './lib/project.ts';

const DOCUMENTS = ['specification', 'supabase-protocol'] as const;
const ADRS = readdirSync(path.join(PROJECT_ROOT, 'docs/adr'));
// The leader of a wrapped comment may be between the document's name and its number.
const SECTIONS =
  /\b(specification|supabase-protocol)(?:\s+(?:\*|\/\/|--)?\s*|#)(\d+(?:\.\d+)?(?:(?:,| and) \d+(?:\.\d+)?(?!\.?\d|[\w%]))*)/gi;
const ADR = /\badr\/(\d{4}(?:-[a-z0-9-]+\.md)?)((?:, \d{4}\b)*)/g;
const ADR_LIST = /\badr\/\{([\d, ]+)\}/g;
/** Earlier forms, whose sources are not in the repository. */
const RETIRED =
  /\bspec(?:ification)?(?:'s)?,? sections? \d|\bwire facts\b|\bdesign(?:\.md)?,? section\b|\bprotocol section\b/i;

const FOLDERS = ['apps', 'bench', 'deploy', 'docs', 'e2e', 'eval', 'packages', 'scripts', 'supabase'];
const TEXT = /\.(?:ts|tsx|mts|js|sql|css|html|md|ya?ml)$/;
/** Folders that installing, building and testing write. */
const MADE = /(?:^|\/)(?:node_modules|dist|data|test-results|\.[^/]+)\//;
const THIS_FILE = 'scripts/citations.test.ts';

function readText(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
}

/** @returns the section numbers of a document in `docs`, in the order of its headings */
function sectionsOf(document: string): string[] {
  return [...readText(`docs/${document}.md`).matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(
    ([, number = '']) => number,
  );
}

/** @returns the text files of the project that may hold citations, relative to its root */
function citingFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  );
  return [...readdirSync(PROJECT_ROOT), ...inFolders].filter(
    (file) => TEXT.test(file) && !MADE.test(file) && file !== THIS_FILE,
  );
}

function adrExists(cited: string): boolean {
  return ADRS.some((name) => (cited.endsWith('.md') ? name === cited : name.startsWith(`${cited}-`)));
}

/** @returns the citations of a text that lead nowhere, as they are written */
function unresolved(text: string, sections: Record<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  for (const [, document = '', numbers = ''] of text.matchAll(SECTIONS)) {
    const known = sections[document.toLowerCase()];
    for (const number of numbers.split(/,| and /).map((part) => part.trim())) {
      if (!known?.has(number)) found.push(`${document} ${number}`);
    }
  }
  const cited = [
    ...[...text.matchAll(ADR)].flatMap(([, first = '', more = '']) => [first, ...more.split(', ').slice(1)]),
    ...[...text.matchAll(ADR_LIST)].flatMap(([, list = '']) => list.split(/, ?/)),
  ];
  found.push(...cited.filter((name) => !adrExists(name)).map((name) => `adr/${name}`));
  const retired = RETIRED.exec(text);
  if (retired) found.push(`"${retired[0]}": see "Citations" in CONTRIBUTING.md`);
  return found;
}

const sections = Object.fromEntries(DOCUMENTS.map((name) => [name, new Set(sectionsOf(name))]));

it.each(DOCUMENTS)('no two sections of docs/%s.md have the same number', (document) => {
  const numbers = sectionsOf(document);
  expect(numbers.length).toBeGreaterThan(20);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it.each([
  ['(specification 4.6)', []],
  ['(specification 4.6, 99.1)', ['specification 99.1']],
  ['(supabase-protocol 2.13 and 9.9)', ['supabase-protocol 9.9']],
  ['(specification\n * 99.2)', ['specification 99.2']],
  ['docs/adr/0001, 9998', ['adr/9998']],
  ['docs/adr/{0001,9999}', ['adr/9999']],
  ['docs/adr/0001-no-such-title.md', ['adr/0001-no-such-title.md']],
  ['(spec section 4)', ['"spec section 4": see "Citations" in CONTRIBUTING.md']],
])('reads the citations of %j', (text, expected) => {
  expect(unresolved(text, sections)).toEqual(expected);
});

const EXISTING = new Set(citingFiles());

it('every citation leads to a section or a decision that exists', () => {
  const files = [...EXISTING];
  const problems = files.flatMap((file) => {
    return unresolved(readText(file), sections).map((problem) => `${file}: ${problem}`);
  });
  expect(problems).toEqual([]);
  const citing = files.filter((file) => readText(file).search(SECTIONS) !== -1);
  expect(citing.length).toBeGreaterThan(150);
});

it('every file on the way of a message exists', () => {
  const [, story = ''] = readText('ARCHITECTURE.md').split('## The life of a message\n');
  const files = [...story.matchAll(/`([\w./-]+\.(?:ts|tsx|sql))`/g)].map(([, file = '']) => file);
  const missing = files.filter(
    (file) => !['', 'apps/web/src/features/chat/'].some((folder) => EXISTING.has(folder + file)),
  );
  expect(missing).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

it('every decision has its number, date and status at its head', () => {
  const HEAD = /^# (\d+)\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (?:accepted|superseded by (\d{4}))\b/;
  const bad = ADRS.filter((name) => {
    const [, number, successor] = HEAD.exec(readText(`docs/adr/${name}`)) ?? [];
    return Number(number) !== Number(name.slice(0, 4)) || (successor && !adrExists(successor));
  });
  expect(bad).toEqual([]);
  expect(ADRS.length).toBeGreaterThan(30);
});
