import { readFile } from 'node:fs/promises';

/**
 * The unit of processor time in /proc, whatever the kernel's own clock: a hundredth of a second.
 */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that a process and its threads have used since it started.
 * @returns null where it cannot be told: the process has ended, or the platform has no /proc
 */
export async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Its name is the second field and may hold spaces; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
