import path from 'node:path';
import type { Rolldown } from 'vite';

/** The bundler's view of the modules; the part of Rolldown's chunking context that matters here. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

/**
 * Modules that re-export the many modules of a package. Following them would put everything into
 * the start that any page uses of the package.
 */
const COLLECTIONS =
  /node_modules\/(radix-ui|lucide-react)\/|node_modules\/(@tanstack\/(react-query|query-core)|react-i18next)\/.*\/index\.js$/;

const ENTRY = path.resolve(import.meta.dirname, '../src/entry-client.tsx');
const START = path.resolve(import.meta.dirname, '../src/app/start.tsx');

/** The largest part of the start; it depends on no other. */
const REACT = /node_modules\/(react|react-dom|scheduler)\//;

/** Libraries of forms and validation. */
const FORMS = /node_modules\/(react-hook-form|@hookform|zod)\//;

/** Libraries of dialogs, menus and tips. */
const OVERLAYS =
  /node_modules\/(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//;

/** Libraries that draw and read codes: large as a whole, in small modules. */
const CODES = /node_modules\/(qrcode|dijkstrajs|zxing-wasm)\//;

/**
 * Tables and patterns that are made as they are loaded: of those pages alone that come to need
 * them.
 */
const PHRASEBOOK = /packages\/domain\/src\/phrasebook\//;

/** A module with more text than this comes to those pages alone that use it. */
const HEAVY_CHARACTERS = 15_000;

/**
 * Groups modules into files. By default the bundler gives each shared module its own file: fifty
 * small files for a chat, which compress a tenth worse than one and cost a request each. Shared
 * code is put into three layers, each of which depends only on those before it. Code of one page,
 * and heavy code, is left to the bundler.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let found: ReadonlySet<string> | undefined;
  const start = (modules: Modules) => {
    found ??= staticallyImported(START, modules, new Set());
    return found;
  };
  const inLayer = (wanted: Layer) => (id: string, modules: Modules) =>
    layerOf(id, modules, start(modules)) === wanted ? wanted : null;
  let early: ReadonlySet<string> | undefined;
  return [
    // Modules that the entry needs before it loads the start: in the start's file they would make
    // the entry wait for all of it.
    {
      name: (id, modules) => {
        early ??= staticallyImported(ENTRY, modules, new Set());
        return early.has(id) && id !== ENTRY && !id.endsWith('.css') ? 'entry' : null;
      },
      debugName: 'entry',
      priority: 5,
    },
    // Everything that the first page waits for. React changes less often than the rest. More files
    // would weigh more.
    {
      name: (id, modules) => {
        if (!start(modules).has(id)) return null;
        return REACT.test(id) ? 'react' : 'start';
      },
      debugName: 'start',
      priority: 4,
    },
    { name: 'phrasebook', test: PHRASEBOOK, minShareCount: 2, priority: 4 },
    { name: inLayer('common'), debugName: 'common', minShareCount: 2, priority: 3 },
    { name: inLayer('overlays'), debugName: 'overlays', minShareCount: 2, priority: 2 },
    { name: inLayer('forms'), debugName: 'forms', minShareCount: 2, priority: 1 },
  ];
}

type Layer = 'common' | 'overlays' | 'forms';

/** @returns null for what is heavy, or imports something heavy. */
function layerOf(id: string, modules: Modules, start: ReadonlySet<string>): Layer | null {
  const needed = [...staticallyImported(id, modules, start)];
  if (needed.some((module) => FORMS.test(module))) return 'forms';
  const isHeavy = (module: string) =>
    CODES.test(module) ||
    (!COLLECTIONS.test(module) && (modules.getModuleInfo(module)?.code?.length ?? 0) > HEAVY_CHARACTERS);
  if (needed.some((module) => isHeavy(module) && !OVERLAYS.test(module))) return null;
  return needed.some((module) => OVERLAYS.test(module)) ? 'overlays' : 'common';
}

/** @param known what is not looked into: it is there already */
function staticallyImported(
  entry: string,
  modules: Modules,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set([entry]);
  // A set's iterator also returns entries that are added during the walk.
  for (const id of found) {
    if (COLLECTIONS.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (COLLECTIONS.test(imported) || !known.has(imported)) found.add(imported);
    }
  }
  return found;
}
