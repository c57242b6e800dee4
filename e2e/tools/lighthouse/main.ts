import { median } from '../../../bench/src/statistics.ts';
import { ensureBrowser } from '../../../scripts/lib/browser.ts';
import { buildStale } from '../../../scripts/lib/build.ts';
import { ensureFonts } from '../../../scripts/lib/fonts.ts';
import { meetPeople } from '../../fixtures/people.ts';
import { startProductServer } from '../../fixtures/product-server.ts';
import {
  type AuditedPage,
  type AuditResult,
  audit,
  type Category,
  type ChatOpening,
  openChatFromJoin,
} from './audit.ts';
import { auditedPages, chatToOpen, withWorker } from './pages.ts';

// `npm run lighthouse`: Lighthouse as on a phone with slow 4G, on the built product, on a first
// visit and with the service worker; then the way from the join page into a chat. Medians of three
// runs; ends with code 1 when one of them misses its bound.

const RUNS = 3;
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const MAX_LARGEST_PAINT_MS = 2_000;
/** The share of the view that may move by itself (Lighthouse calls less than 0.1 good). */
const MAX_LAYOUT_SHIFT = 0.05;
/**
 * The limit of script files that a page may fetch in all, also after it can be used: files come in
 * few pieces.
 */
const MAX_SCRIPTS = 25;
const CATEGORIES = Object.keys(MIN_SCORES) as Category[];

await buildStale();
const executablePath = ensureBrowser();
ensureFonts();
const server = await startProductServer({});
try {
  const people = await meetPeople(server.origin);
  const first = await auditedPages(server.origin, people);
  const pages = [...first, ...withWorker(first)];
  const results = new Map(pages.map(({ name }) => [name, [] as AuditResult[]]));
  // In turns, so that a busy moment of the machine does not meet one page alone.
  for (let run = 0; run < RUNS; run++) {
    for (const page of pages) results.get(page.name)?.push(await audit(executablePath, page, CATEGORIES));
  }
  process.exitCode = report(results) ? 0 : 1;
  const openings: ChatOpening[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { invitation, visitor } = await chatToOpen(server.origin, people);
    openings.push(await openChatFromJoin(executablePath, invitation, visitor));
  }
  const middle = (value: (run: ChatOpening) => number) => Math.round(median(openings.map(value)));
  console.log(
    `chat from join: joined after ${middle(({ joinMs }) => joinMs)} ms, then usable after ${middle(({ openMs }) => openMs)} ms`,
  );
} finally {
  await server.dispose();
}

/**
 * Prints the table and the figures that miss their bounds.
 * @returns whether everything is within bounds.
 */
function report(results: ReadonlyMap<AuditedPage['name'], AuditResult[]>): boolean {
  const problems: string[] = [];
  console.log(
    [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'LCP ms',
      'CLS',
      'TBT ms',
      'script kB',
      'scripts',
      'machine',
    ]
      .map((title) => title.padStart(16))
      .join(''),
  );
  for (const [name, runs] of results) {
    const middle = (value: (run: AuditResult) => number) => median(runs.map(value));
    const scores = CATEGORIES.map((category) => middle(({ scores }) => scores[category] ?? 0));
    const largestPaintMs = Math.round(middle((run) => run.largestPaintMs));
    const layoutShift = middle((run) => run.layoutShift);
    const scripts = middle((run) => run.scriptRequests);
    const columns = [
      name,
      ...scores,
      largestPaintMs,
      layoutShift.toFixed(3),
      Math.round(middle((run) => run.blockingMs)),
      (middle((run) => run.scriptBytes) / 1000).toFixed(1),
      scripts,
      middle((run) => run.benchmarkIndex),
    ];
    console.log(columns.map((column) => String(column).padStart(16)).join(''));
    CATEGORIES.forEach((category, i) => {
      const score = scores[i] ?? 0;
      if (score < MIN_SCORES[category])
        problems.push(`${name}: ${category} ${score} < ${MIN_SCORES[category]}`);
    });
    if (largestPaintMs > MAX_LARGEST_PAINT_MS)
      problems.push(`${name}: largest paint ${largestPaintMs} ms > ${MAX_LARGEST_PAINT_MS} ms`);
    if (layoutShift > MAX_LAYOUT_SHIFT)
      problems.push(`${name}: layout shift ${layoutShift.toFixed(3)} > ${MAX_LAYOUT_SHIFT}`);
    if (scripts > MAX_SCRIPTS) problems.push(`${name}: ${scripts} scripts > ${MAX_SCRIPTS}`);
    problems.push(
      ...new Set(runs.flatMap(({ findings }) => findings.map((finding) => `${name}: ${finding}`))),
    );
  }
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}
