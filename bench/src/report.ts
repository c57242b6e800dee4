export interface Line {
  what: string;
  product: string;
  floor: string;
  ratio: string;
  /** The target of the ratio or figure, and whether it is reached. */
  target?: { text: string; met: boolean };
}

/** Prints a Markdown table. */
export function printReport(lines: readonly Line[]): void {
  console.log('\n| measured | Dragoman | floor | ratio | target |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const { what, product, floor, ratio, target } of lines) {
    const verdict = target ? `${target.text}: ${target.met ? 'met' : 'NOT met'}` : '';
    console.log(`| ${what} | ${product} | ${floor} | ${ratio} | ${verdict} |`);
  }
}
