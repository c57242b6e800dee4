/** One way to read a sentence: the key of its plainest form, and whether it asks. */
export interface Reading {
  key: string;
  question: boolean;
}

/** @returns another reading of a key, or null when the rule does not apply */
export type ReadingRule = (key: string) => Reading | null;
