import { readFileSync } from 'node:fs';
import path from 'node:path';

const WEB_PACKAGE = path.resolve(import.meta.dirname, '../package.json');

/** Vite's names for the browsers of a browserslist query. */
const VITE_NAMES: Record<string, string> = {
  chrome: 'chrome',
  safari: 'safari',
  ios_saf: 'ios',
  firefox: 'firefox',
};

/**
 * The oldest browsers that the web app supports, as browserslist queries: `browserslist` in
 * apps/web/package.json.
 */
export const BROWSER_FLOOR: readonly string[] = (
  JSON.parse(readFileSync(WEB_PACKAGE, 'utf8')) as { browserslist: string[] }
).browserslist;

/** @returns {@link BROWSER_FLOOR} as values of Vite's `build.target`. */
export function buildTarget(): string[] {
  return BROWSER_FLOOR.map((query) => {
    const [, browser = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
    const name = VITE_NAMES[browser];
    if (!name) throw new Error(`browserslist in ${WEB_PACKAGE}: "${query}" is not "name >= version"`);
    return `${name}${version}`;
  });
}
