/**
 * Loads what an older browser lacks, before any of the app's code runs. `URL.canParse` is the
 * youngest of it: a browser that has it has all of it, and loads nothing.
 */
export async function fillGaps(): Promise<void> {
  if ('canParse' in URL) return;
  const { fillEngine } = await import('./polyfills.ts');
  fillEngine();
}
