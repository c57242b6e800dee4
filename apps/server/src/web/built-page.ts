import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';

/** The web app's page as it was built. */
export interface BuiltPage {
  html: string;
  /** The same with its style sheet in it, for pages that the server renders. */
  styledHtml: string;
  /** The texts of the inline scripts, which run before the first paint. */
  inlineScripts: readonly string[];
  /**
   * @returns addresses of the scripts that the page at `pathname` needs besides its entry, with its
   * texts.
   */
  filesFor(pathname: string, language: Language): readonly string[];
}

/** The build's description of its pages (apps/web/build/page-files.ts). */
interface PageFiles {
  /** Scripts that every page loads, and its texts. */
  start: readonly string[];
  /** A path, or everything below one, and its scripts. */
  pages: ReadonlyArray<readonly [path: string, files: readonly string[]]>;
  startTexts: Partial<Record<Language, readonly string[]>>;
  /** The texts of the pages in `pages`. */
  texts: Partial<Record<Language, readonly string[]>>;
}

const STYLE_SHEET = /<link rel="stylesheet"[^>]*? href="(\/assets\/[\w.-]+\.css)"[^>]*>/;

/**
 * Opens the built page, which is read again after each build.
 * @param folder absolute path of the build
 * @returns a function that gives the current page; null before the first build
 */
export function openBuiltPage(folder: string): () => BuiltPage | null {
  const file = path.join(folder, 'index.html');
  let read: { at: number; page: BuiltPage } | undefined;
  return () => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (read?.at !== at) read = { at, page: readPage(folder, readFileSync(file, 'utf8')) };
    return read.page;
  };
}

function readPage(folder: string, html: string): BuiltPage {
  const list = path.join(folder, 'pages.json');
  const { start, startTexts, pages, texts } = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as PageFiles)
    : { start: [], startTexts: {}, pages: [], texts: {} };
  return {
    html,
    styledHtml: html.replace(STYLE_SHEET, (link: string, address: string) => {
      const file = path.join(folder, address);
      return existsSync(file) ? `<style>${readFileSync(file, 'utf8')}</style>` : link;
    }),
    inlineScripts: [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? ''),
    filesFor(pathname, language) {
      const files = pages.find(([at]) => covers(at, pathname))?.[1];
      return [
        ...start,
        ...(startTexts[language] ?? []),
        ...(files ? [...files, ...(texts[language] ?? [])] : []),
      ];
    },
  };
}

function covers(at: string, pathname: string): boolean {
  return at.endsWith('/*') ? pathname.startsWith(at.slice(0, -1)) : pathname === at;
}
