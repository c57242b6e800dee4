import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@dragoman/domain/languages';

/** The web app's page as it was built. */
export interface BuiltPage {
  html: string;
  /** The same with its style sheet in it: for pages that have something to be painted at once. */
  styledHtml: string;
  /** The inline scripts of pages: they run before the first paint. */
  inlineScripts: readonly string[];
  /** That of them which reads and draws a chat; empty where it is not built. */
  earlyChat: string;
  /** @returns addresses of the scripts that the page at `pathname` needs beyond those that `html` names, with its texts. */
  filesFor(pathname: string, language: Language): readonly string[];
}

/** What the build says of its pages (apps/web/build/page-files.ts). */
interface PageFiles {
  /** A path, or everything below one, and its scripts. */
  pages: ReadonlyArray<readonly [path: string, files: readonly string[]]>;
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
  const { pages, texts } = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as PageFiles)
    : { pages: [], texts: {} };
  const earlyChat = earlyChatIn(folder);
  return {
    html,
    earlyChat,
    styledHtml: html.replace(STYLE_SHEET, (link: string, address: string) => {
      const file = path.join(folder, address);
      return existsSync(file) ? `<style>${readFileSync(file, 'utf8')}</style>` : link;
    }),
    inlineScripts: [
      ...[...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? ''),
      ...(earlyChat ? [earlyChat] : []),
    ],
    filesFor(pathname, language) {
      const files = pages.find(([at]) => covers(at, pathname))?.[1];
      return files ? [...files, ...(texts[language] ?? [])] : [];
    },
  };
}

/** One file, built by itself (apps/web/build/early-chat.ts). */
function earlyChatIn(folder: string): string {
  const file = path.join(folder, 'early-chat.js');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  // It would end its script element.
  return text.includes('</script') ? '' : text;
}

function covers(at: string, pathname: string): boolean {
  return at.endsWith('/*') ? pathname.startsWith(at.slice(0, -1)) : pathname === at;
}
