/**
 * Claims and handles what is due, one batch after the other, until nothing is left.
 * @param signal ends it after the batch under way
 */
export async function drain<Job>(
  claim: () => Promise<Job[]>,
  handle: (jobs: Job[]) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let claimed = 1; claimed > 0 && !signal?.aborted; ) {
    const jobs = await claim();
    claimed = jobs.length;
    await handle(jobs);
  }
}
