import type { Counts } from './crowd.ts';

/** The result of one scenario. */
export interface Outcome {
  scenario: string;
  counts: Counts | null;
  /** Replication slots afterwards, and the log that they keep back, in bytes. */
  slots: { count: number; retained: number } | null;
  notes: readonly string[];
  /** Expectations that failed; empty when all is well. */
  problems: readonly string[];
}

/** Prints one table of all scenarios, and below it what was wrong. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  console.log(
    '\n| scenario | acknowledged | lost | doubled | received by each client | caught up | live again | slots, log kept back | notes |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { scenario, counts, slots, notes, problems } of outcomes) {
    const cells = [
      scenario,
      counts?.acknowledged ?? '–',
      counts?.lost ?? '–',
      counts?.doubled ?? '–',
      counts ? receivedText(counts) : '–',
      counts ? seconds(counts.catchUpMs) : '–',
      counts ? seconds(counts.liveMs) : '–',
      slots ? `${slots.count}, ${(slots.retained / 2 ** 20).toFixed(1)} MB` : '–',
      [...notes, ...(problems.length > 0 ? ['FAILED'] : [])].join('; '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const { scenario, problems } of outcomes) {
    for (const problem of problems) console.log(`FAILED ${scenario}: ${problem}`);
  }
}

/** Both people of a chat get all of its messages. */
function receivedText({ received }: Counts): string {
  const whole = received.filter(({ seen, due }) => seen === due).length;
  const each = received.map(({ seen }) => seen);
  return `all of ${Math.min(...each)} to ${Math.max(...each)}: ${whole} of ${received.length}`;
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : '–';
}
