/**
 * Counts attacks by class. An attack that succeeds is named, so that a failure says what got
 * through.
 */
export interface Tally {
  /** Runs one attack. @param succeeded resolves to true when the attacker got what they wanted */
  attempt(kind: string, name: string, succeeded: () => Promise<boolean>): Promise<void>;
  /** Names of the attacks of one class that succeeded. */
  successes(kind: string): string[];
  /** One line for each class: attempts and successes. */
  report(): string;
}

export function createTally(): Tally {
  const kinds = new Map<string, { attempts: number; successes: string[] }>();
  return {
    async attempt(kind, name, succeeded) {
      const entry = kinds.get(kind) ?? { attempts: 0, successes: [] };
      kinds.set(kind, entry);
      entry.attempts += 1;
      if (await succeeded()) entry.successes.push(name);
    },
    successes: (kind) => kinds.get(kind)?.successes ?? [],
    report: () =>
      [...kinds]
        .map(
          ([kind, { attempts, successes }]) => `${kind}: ${attempts} attempts, ${successes.length} succeeded`,
        )
        .join('\n'),
  };
}
