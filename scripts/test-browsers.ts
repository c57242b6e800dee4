import path from 'node:path';
import { ENGINES } from '../e2e/browsers/engines.ts';
import { type Outcome, walkThrough } from '../e2e/browsers/run.ts';
import { UnavailableError } from '../e2e/browsers/unavailable.ts';
import { buildStale } from './lib/build.ts';
import { ensureFonts } from './lib/fonts.ts';
import { PROJECT_ROOT } from './lib/project.ts';

/**
 * The walk in Chromium 92, WPE WebKit and Firefox ESR: `npm run test:browsers`. Names after it
 * choose some of them.
 * One walk that fails is made once more. A browser that this machine cannot have fails the run,
 * unless an option says otherwise:
 * - `--skip=NAME` leaves one out;
 * - `--skip-missing` leaves out those that cannot be had or do not start, and prints why;
 * - `--minutes=N` begins no walk later than that;
 * - `--pictures` keeps screenshots in `e2e/test-results/browsers`.
 */
const options = process.argv.slice(2);
const chosen = options.filter((option) => !option.startsWith('--'));
const valuesOf = (name: string) =>
  options.flatMap((option) => (option.startsWith(`--${name}=`) ? option.slice(name.length + 3) : []));
const skipped = valuesOf('skip');
const minutes = Number(valuesOf('minutes')[0] ?? Number.POSITIVE_INFINITY);
const skipsMissing = options.includes('--skip-missing');
const names = ENGINES.map(({ name }) => name);
const wrong = [
  ...[...chosen, ...skipped].filter((name) => !names.includes(name)),
  ...options.filter((option) => !/^(?!--)|^--(?:skip=.+|minutes=\d+|skip-missing|pictures)$/.test(option)),
];
if (wrong.length > 0) {
  console.error(`Unknown: ${wrong.join(', ')}. The browsers are ${names.join(', ')}.`);
  process.exit(2);
}

await buildStale();
ensureFonts();
const began = Date.now();
const outcomes: Outcome[] = [];
let failedFirst: Outcome | null = null;
const leftOut: { name: string; reason: string }[] = [];
for (const engine of ENGINES) {
  const { name } = engine;
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (skipped.includes(name)) {
    leftOut.push({ name, reason: 'left out with --skip' });
    continue;
  }
  if (Date.now() - began > minutes * 60_000) {
    leftOut.push({ name, reason: `the others took ${minutes} minutes` });
    continue;
  }
  console.log(`${name} …`);
  const walkBegan = Date.now();
  try {
    const pictures = path.join(PROJECT_ROOT, 'e2e/test-results/browsers', name);
    const walk = () => walkThrough(engine, options.includes('--pictures') ? pictures : null);
    let outcome = await walk();
    if (outcome.failures.length > 0 && !failedFirst) {
      failedFirst = outcome;
      outcome = await walk();
    }
    outcomes.push(outcome);
    const seconds = Math.round((Date.now() - walkBegan) / 1000);
    console.log(`${name} (${outcome.version}): ${outcome.passed} of ${outcome.count} steps, ${seconds} s`);
  } catch (error) {
    const reason = (error as Error).message;
    if (skipsMissing && error instanceof UnavailableError) {
      leftOut.push({ name, reason });
      console.log(`SKIPPED ${name}: ${reason}`);
    } else {
      outcomes.push({ engine: name, version: 'none', passed: 0, count: 0, failures: [reason] });
      console.error(`${name} could not be tried: ${reason}`);
    }
  }
}

console.log('\n| browser | version | steps passed |\n| --- | --- | --- |');
for (const { engine, version, passed, count } of outcomes) {
  console.log(`| ${engine} | ${version} | ${passed} of ${count} |`);
}
for (const { name, reason } of leftOut) console.log(`SKIPPED ${name}: ${reason}`);
for (const { engine, failures } of outcomes) {
  for (const failure of failures) console.log(`${engine}: ${failure}`);
}
for (const failure of failedFirst?.failures ?? []) {
  console.log(`FLAKY ${failedFirst?.engine}, at the first walk: ${failure}`);
}
console.log(`Browsers: ${Math.round((Date.now() - began) / 1000)} s`);
const passed = outcomes.length > 0 && outcomes.every(({ failures }) => failures.length === 0);
// A browser that hangs may keep this process alive.
process.exit(passed ? 0 : 1);
