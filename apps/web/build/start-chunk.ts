import path from 'node:path';

/** The bundler's view of the modules; the part of Rolldown's chunking context that matters here. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Packages whose one module hands on many: followed, they would bring along what any page uses of them. */
const COLLECTIONS = /node_modules\/(radix-ui|lucide-react)\//;

const ENTRY = path.resolve(import.meta.dirname, '../src/main.tsx');

/**
 * Puts everything that the first page waits for into one file. By itself the bundler gives each module that later pages share a file
 * of its own: forty small files, which compress a tenth worse than one and cost a request each.
 * @returns a function that names a module's chunk, or leaves that to the bundler
 */
export function startChunk(): (id: string, modules: Modules) => string | null {
  let start: Set<string> | undefined;
  return (id, modules) => {
    start ??= staticallyImported(ENTRY, modules);
    return start.has(id) ? 'start' : null;
  };
}

function staticallyImported(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry]);
  // A set hands out what is added while it is walked.
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!COLLECTIONS.test(imported)) found.add(imported);
    }
  }
  return found;
}
