import { scriptSizes } from './lib/script-sizes.ts';

/** `npx tsx scripts/sizes.ts`: the size of each page's scripts on a first visit, compressed as sent. */
const rows = await scriptSizes();
console.log('page                                    files    own kB  total kB');
for (const { page, files, ownBytes, totalBytes } of rows) {
  const columns = [String(files).padStart(5), kb(ownBytes).padStart(9), kb(totalBytes).padStart(9)];
  console.log(`${page.padEnd(40)}${columns.join(' ')}`);
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
