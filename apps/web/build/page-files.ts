import path from 'node:path';
import { LANGUAGES } from '@dragoman/domain/languages';
import type { Plugin, Rolldown } from 'vite';

const SOURCES = path.resolve(import.meta.dirname, '../src');

/** The module that the entry loads on every page. */
const START = 'app/start.tsx';

/**
 * The modules of pages that people open directly, beyond the start: a path, or everything below
 * one, and the modules that the app imports there before it can show the page. The first match
 * counts. A missing page still loads, one round trip later.
 */
const PAGES: ReadonlyArray<readonly [path: string, modules: readonly string[]]> = [
  ['/', ['features/landing/components/landing-page.tsx']],
  ['/login', ['features/auth/components/login-page.tsx']],
  ['/contact', ['app/pages/marketing-page.tsx']],
  ['/pricing', ['app/pages/marketing-page.tsx']],
  ['/chat/*', ['app/pages/chat-with-list.tsx', 'shared/offline/offline-cache.ts']],
  ...dashboard('vendor'),
  ...dashboard('visitor'),
];

function dashboard(role: 'vendor' | 'visitor'): typeof PAGES {
  const frame = ['features/dashboard/components/role-dashboard.tsx', 'shared/offline/offline-cache.ts'];
  return [
    [`/${role}-dashboard`, [...frame, 'features/overview/components/overview-page.tsx']],
    [`/${role}-dashboard/sessions`, [...frame, 'features/chat-list/components/chat-list-page.tsx']],
    [`/${role}-dashboard/*`, frame],
  ];
}

/**
 * Lets the browser fetch a page's files at once instead of one after the other: `pages.json` tells
 * the server which files to name in the page of which path (apps/server/src/web/built-page.ts).
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const start = filesOf(bundle, [START]);
        const pages = PAGES.map(([at, modules]) => [
          at,
          filesOf(bundle, modules).filter((file) => !start.includes(file)),
        ]);
        const textsOf = (kind: string) =>
          Object.fromEntries(
            LANGUAGES.map((language) => [language, filesOf(bundle, [`shared/i18n/${language}${kind}.json`])]),
          );
        this.emitFile({
          type: 'asset',
          fileName: 'pages.json',
          source: JSON.stringify({ start, pages, startTexts: textsOf('.start'), texts: textsOf('') }),
        });
      },
    },
  };
}

/**
 * @param modules paths below `src`
 * @returns addresses of their chunks and of all that these import
 * @throws when a module is not in the build: the list above is then out of date
 */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const names = modules.map((module) => {
    const id = path.join(SOURCES, module);
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`${module} is in no chunk: see build/page-files.ts`);
    return chunk.fileName;
  });
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported);
    found.add(name);
  };
  names.forEach(add);
  return [...found].map((name) => `/${name}`);
}
