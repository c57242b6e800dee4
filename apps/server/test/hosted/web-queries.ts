import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findProjectRoot } from '../../src/util/project-root.ts';

/** A query of the web app for the data API. */
export interface WebQuery {
  /** The file below `apps/web/src`. */
  file: string;
  relation: string;
  /** The value of the parameter `select`. */
  select: string;
}

/** A relation, or a `select` with what it names. */
const PART = /\.from\('(\w+)'\)|\.select\(\s*(?:'([^']*)'|(\w+))?/g;
const CONSTANT = /\bconst ([A-Z_]+) =\s*'([^']*)'/g;
/** An embed with a hint, wherever it is written. */
const EMBED = /\w+![\w!]+\(/g;
/** The `select` of a text field, which takes no argument either. */
const NO_QUERY = new Set(['shared/browser/copy-text.ts']);

/**
 * Finds what the web app asks of the data API in its source.
 * @returns each `select` with the relation that it reads
 * @throws {Error} when a query has a form that this does not read: it would go unchecked
 */
export function webQueries(): WebQuery[] {
  const root = path.join(findProjectRoot(), 'apps/web/src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^shared\/testing\//.test(file) && !NO_QUERY.has(file),
  );
  const sources = files.map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));
  const constants = new Map<string, string>();
  for (const { source } of sources) {
    for (const [, name = '', value = ''] of source.matchAll(CONSTANT)) constants.set(name, value);
  }
  return sources.flatMap(({ file, source }) => queriesOf(file, source, constants));
}

/** @param constants of all files; those of this file come first */
function queriesOf(file: string, source: string, all: ReadonlyMap<string, string>): WebQuery[] {
  const own = [...source.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value] as const);
  const constants = new Map([...all, ...own]);
  const queries: WebQuery[] = [];
  let relation: string | undefined;
  for (const [text, from, literal, named] of source.matchAll(PART)) {
    if (from) relation = from;
    else if (!relation) throw new Error(`${file}: ${text} comes before the relation that it reads`);
    else if (named && !constants.has(named)) throw new Error(`${file}: the value of ${named} is not known`);
    else queries.push({ file, relation, select: literal ?? constants.get(named ?? '') ?? '*' });
  }
  const read = queries.map((query) => query.select).join('\n');
  for (const [embed] of source.matchAll(EMBED)) {
    if (!read.includes(embed)) throw new Error(`${file}: the query with ${embed} was not found`);
  }
  return queries;
}
