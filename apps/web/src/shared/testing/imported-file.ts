import path from 'node:path';

/** The folder that `@/` names. */
export const SOURCE = path.resolve(import.meta.dirname, '../..');

/**
 * Resolves an import of the web app as the bundler does.
 * @param importer absolute path of the file with the import
 * @param specifier what the import names: './x.ts', '../x.ts' or '@/x.ts'
 * @returns the absolute path of the imported file; null when the import names a package
 */
export function importedFile(importer: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return path.join(SOURCE, specifier.slice('@/'.length));
  return specifier.startsWith('.') ? path.resolve(path.dirname(importer), specifier) : null;
}
