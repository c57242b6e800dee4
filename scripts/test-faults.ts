import { UnavailableError } from '../e2e/browsers/unavailable.ts';
import { countThrough, problemsOf } from '../e2e/faults/crowd.ts';
import { type Outcome, printOutcomes } from '../e2e/faults/outcome.ts';
import { SCENARIOS, type Scenario } from '../e2e/faults/scenarios.ts';
import { settledSlots } from '../e2e/faults/slots.ts';
import { openStage, type Stage } from '../e2e/faults/stage.ts';
import { buildStale } from './lib/build.ts';

/**
 * What the product keeps when something breaks: `npx tsx scripts/test-faults.ts`. Names after it choose some of
 * the scenarios. One that this machine cannot have (a full disk and power cuts need root on Linux)
 * fails the run, unless `--skip-missing` leaves it out.
 */
const options = process.argv.slice(2);
const chosen = options.filter((option) => !option.startsWith('--'));
const skipsMissing = options.includes('--skip-missing');
const names = SCENARIOS.map(({ name }) => name);
const wrong = [
  ...chosen.filter((name) => !names.includes(name)),
  ...options.filter((option) => option.startsWith('--') && option !== '--skip-missing'),
];
if (wrong.length > 0) {
  console.error(`Unknown: ${wrong.join(', ')}. The scenarios are ${names.join(', ')}.`);
  process.exit(2);
}

await buildStale();
// The scenarios kill their PostgreSQL: never one that the environment names.
delete process.env.DATABASE_URL;
const began = Date.now();
const outcomes: Outcome[] = [];
const skipped: string[] = [];
let stage: Stage | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeStage().finally(() => process.exit(1)));
}
for (const scenario of SCENARIOS) {
  if (chosen.length > 0 && !chosen.includes(scenario.name)) continue;
  console.log(`${scenario.name} …`);
  const scenarioBegan = Date.now();
  try {
    outcomes.push(...(await play(scenario)));
  } catch (error) {
    const reason = (error as Error).message;
    if (error instanceof UnavailableError) skipped.push(`${scenario.name}: skipped: ${reason}`);
    else outcomes.push(failed(scenario.name, reason));
    // A stage on which something went wrong would fail what follows.
    await closeStage();
  }
  console.log(`  ${Math.round((Date.now() - scenarioBegan) / 1000)} s`);
}
await closeStage();

printOutcomes(outcomes);
for (const line of skipped) console.log(`SKIPPED ${line}`);
console.log(`Faults: ${Math.round((Date.now() - began) / 1000)} s`);
const passed = outcomes.every(({ problems }) => problems.length === 0);
process.exit(passed && (skipped.length === 0 || skipsMissing) ? 0 : 1);

async function play({ name, run }: Scenario): Promise<Outcome[]> {
  if ('own' in run) {
    await closeStage();
    return run.own();
  }
  stage ??= await openStage();
  const current = stage;
  const notes: string[] = [];
  const counts = await countThrough(current.crowd, current.database.url, (healed) =>
    run.shared(current, healed, notes),
  );
  const slots = await settledSlots(current.database, current.servers.length);
  const problems = [...problemsOf(current.crowd, counts), ...slots.problems];
  return [{ scenario: name, counts, slots, notes, problems }];
}

async function closeStage(): Promise<void> {
  await stage?.close();
  stage = null;
}

function failed(scenario: string, reason: string): Outcome {
  return { scenario, counts: null, slots: null, notes: [], problems: [reason] };
}
