import type { Field, Recall, Verdict } from './score.ts';
import type { Look, Truth } from './truth.ts';

/** One picture, judged. */
export interface Judged {
  truth: Truth;
  look: Look;
  recall: Recall;
  verdicts: ReadonlyMap<Field, Verdict>;
  found: Readonly<Record<string, string>>;
  milliseconds: number;
  residentBytes: number;
}

const FIELDS: readonly Field[] = [
  'name',
  'company',
  'designation',
  'email',
  'phone',
  'website',
  'whatsapp',
  'wechat',
];

/**
 * Prints shares in percent, as Markdown: by kind and look, by language, by field and by
 * degradation.
 */
export function printReport(title: string, judged: readonly Judged[]): void {
  console.log(`\n## ${title}: ${judged.length} pictures\n`);
  table(
    ['set', 'pictures', 'raw recall', 'fields right', 'invented'],
    groups(judged, ({ truth, look }) => `${truth.kind}s, ${look}`).map(([name, items]) => [
      name,
      String(items.length),
      recallShare(items),
      rightShare(items),
      String(count(items, 'invented')),
    ]),
  );
  for (const kind of ['card', 'badge'] as const) {
    const ofKind = judged.filter(({ truth }) => truth.kind === kind);
    if (ofKind.length === 0) continue;
    console.log(
      `\n${kind === 'card' ? 'Cards' : 'Badges'} by field (right, in percent of what is printed)\n`,
    );
    const fields = FIELDS.filter((field) => ofKind.some(({ verdicts }) => verdicts.has(field)));
    table(
      ['language', 'look', 'raw recall', 'all', ...fields],
      [
        ...groups(ofKind, ({ truth, look }) => `${truth.lang}|${look}`),
        ...groups(ofKind, ({ look }) => `all|${look}`),
      ].map(([name, items]) => [
        ...name.split('|'),
        recallShare(items),
        rightShare(items),
        ...fields.map((field) => rightShare(items, field)),
      ]),
    );
  }
  console.log('\nBy degradation\n');
  const degraded = judged.filter(({ look }) => look === 'degraded');
  table(
    ['degradation', 'pictures', 'raw recall', 'fields right'],
    groups(degraded, ({ truth }) => truth.degradation).map(([name, items]) => [
      name,
      String(items.length),
      recallShare(items),
      rightShare(items),
    ]),
  );
}

/**
 * Prints how long pictures took and what the process held, as they were when each was recognised.
 */
export function printCost(judged: readonly Judged[]): void {
  const times = judged.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const seconds = (share: number) => ((times[Math.floor((times.length - 1) * share)] ?? 0) / 1000).toFixed(2);
  const memory = Math.max(...judged.map(({ residentBytes }) => residentBytes)) / 1024 ** 2;
  console.log('\nSeconds and memory (of the time when each picture was recognised)\n');
  table(
    ['median', '90 %', 'slowest', 'memory, MB'],
    [[seconds(0.5), seconds(0.9), seconds(1), memory.toFixed(0)]],
  );
}

/** Prints every wrong field, for tuning the extraction. */
export function printFaults(judged: readonly Judged[]): void {
  for (const { truth, look, verdicts, found } of judged) {
    for (const [field, verdict] of verdicts) {
      if (verdict === 'right') continue;
      const printed = [truth.fields[field] ?? []].flat().join(' | ');
      console.log(`${truth.id}-${look} ${field} ${verdict}: '${found[field]}' for '${printed}'`);
    }
  }
}

function groups(judged: readonly Judged[], key: (one: Judged) => string): [string, Judged[]][] {
  const map = new Map<string, Judged[]>();
  for (const one of judged) map.set(key(one), [...(map.get(key(one)) ?? []), one]);
  return [...map].sort(([a], [b]) => a.localeCompare(b));
}

function recallShare(judged: readonly Judged[]): string {
  const found = judged.reduce((sum, { recall }) => sum + recall.found, 0);
  const printed = judged.reduce((sum, { recall }) => sum + recall.printed, 0);
  return percent(found, printed);
}

function rightShare(judged: readonly Judged[], field?: Field): string {
  const all = judged.flatMap(({ verdicts }) =>
    [...verdicts].filter(([name]) => field === undefined || name === field).map(([, verdict]) => verdict),
  );
  return percent(all.filter((verdict) => verdict === 'right').length, all.length);
}

function count(judged: readonly Judged[], wanted: Verdict): number {
  return judged.flatMap(({ verdicts }) => [...verdicts.values()]).filter((verdict) => verdict === wanted)
    .length;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : ((100 * part) / whole).toFixed(0);
}

/** Prints a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}
