import { RE2JS } from 're2js';

/**
 * Matchers for patterns that strangers write. Both take time linear in the text and in the size of
 * the pattern's program: a backtracking engine could be made to hold the whole process with one
 * subscription.
 */

const MAX_PATTERN_LENGTH = 200;
/** Instructions of a pattern's program. Each of them may run for each letter of a text. */
const MAX_PROGRAM_SIZE = 250;
/** Instructions as they are estimated before the program is made: an estimate is often too high. */
const MAX_ESTIMATED_SIZE = 1_000;
/** A letter of a text costs as much as so many instructions, even where the program has only one. */
const STEPS_PER_LETTER = 25;
/** Making a program, in steps: most of it for classes of characters, of which each letter may be one. */
const STEPS_TO_COMPILE = { letter: 3_000, instruction: 200 };
const COUNTED_REPETITION = /\{(\d+)(?:,(\d*))?\}/g;

/** The pattern cannot be used. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** A compiled pattern. */
export interface Pattern {
  /** @returns the steps (see PatternBudget) that a text of so many letters takes at most */
  steps(length: number): number;
  matches(text: string): boolean;
}

/** @returns the steps that compiling takes at most */
export function stepsToCompile(pattern: string): number {
  const size = Math.min(estimatedSize(pattern), MAX_ESTIMATED_SIZE);
  return pattern.length * STEPS_TO_COMPILE.letter + size * STEPS_TO_COMPILE.instruction;
}

/**
 * SQL's LIKE: `%` any characters, `_` one, a backslash takes the next one literally.
 * @throws {PatternError}
 */
export function likePattern(pattern: string, ignoreCase: boolean): Pattern {
  assertLength(pattern);
  let expression = '';
  let escaped = false;
  for (const char of pattern) {
    if (escaped) {
      expression += RE2JS.quote(char);
      escaped = false;
    } else if (char === '\\') {
      escaped = true;
    } else {
      expression += char === '%' ? '.*' : char === '_' ? '.' : RE2JS.quote(char);
    }
  }
  if (escaped) throw new PatternError('a LIKE pattern must not end with a backslash');
  return compile(`^(?:${expression})$`, ignoreCase, RE2JS.DOTALL);
}

/**
 * POSIX-style regular expressions, found anywhere in the text. Back-references and look-around are
 * not supported.
 * @throws {PatternError}
 */
export function regexPattern(pattern: string, ignoreCase: boolean): Pattern {
  assertLength(pattern);
  if (estimatedSize(pattern) > MAX_ESTIMATED_SIZE) throw new PatternError('the pattern repeats too much');
  return compile(pattern, ignoreCase, RE2JS.DOTALL);
}

/** Repetitions may be nested. */
function estimatedSize(pattern: string): number {
  let size = pattern.length;
  for (const [, least, most] of pattern.matchAll(COUNTED_REPETITION)) {
    size *= Math.max(1, Number(most || least));
  }
  return size;
}

function compile(expression: string, ignoreCase: boolean, flags: number): Pattern {
  const program = programOf(expression, ignoreCase ? flags | RE2JS.CASE_INSENSITIVE : flags);
  const size = program.programSize();
  if (size > MAX_PROGRAM_SIZE) throw new PatternError('the pattern repeats too much');
  return {
    steps: (length) => (size + STEPS_PER_LETTER) * (length + 1),
    matches: (text) => program.matcher(text).find(),
  };
}

function programOf(expression: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(expression, flags);
  } catch (error) {
    throw new PatternError(`the pattern cannot be used: ${(error as Error).message}`);
  }
}

function assertLength(pattern: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`a pattern has at most ${MAX_PATTERN_LENGTH} characters`);
  }
}
