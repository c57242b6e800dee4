/** How much one user may have read. */
export interface ScanLimits {
  /** Pictures of one user that are read or wait at a time. */
  parallelPerUser: number;
  /** Pictures of one user in a minute; 0: without limit. */
  perMinute: number;
}

export const DEFAULT_SCAN_LIMITS: ScanLimits = { parallelPerUser: 2, perMinute: 30 };

const MINUTE_MS = 60_000;

export interface ScanQuota {
  /** @returns what ends the scan, or after how many seconds the user may ask again */
  enter(userId: string): { leave(): void } | { retryAfterSeconds: number };
}

interface Usage {
  running: number;
  /** When scans of the last minute began, in the order in which they did. */
  begun: number[];
}

/** Counts in this process's memory; whoever has not scanned for a minute is forgotten. @param now in milliseconds */
export function createScanQuota(limits: ScanLimits, now: () => number = Date.now): ScanQuota {
  const users = new Map<string, Usage>();

  function forgetIdle(): void {
    for (const [userId, usage] of users) {
      if (usage.running === 0 && (usage.begun.at(-1) ?? 0) <= now() - MINUTE_MS) users.delete(userId);
    }
  }

  return {
    enter(userId) {
      forgetIdle();
      const usage = users.get(userId) ?? { running: 0, begun: [] };
      users.set(userId, usage);
      usage.begun = usage.begun.filter((time) => time > now() - MINUTE_MS);
      if (usage.running >= limits.parallelPerUser) return { retryAfterSeconds: 1 };
      const oldest = usage.begun[0];
      if (limits.perMinute > 0 && usage.begun.length >= limits.perMinute && oldest !== undefined) {
        return { retryAfterSeconds: Math.max(1, Math.ceil((oldest + MINUTE_MS - now()) / 1000)) };
      }
      usage.running += 1;
      usage.begun.push(now());
      let left = false;
      return {
        leave() {
          if (!left) usage.running -= 1;
          left = true;
        },
      };
    },
  };
}
