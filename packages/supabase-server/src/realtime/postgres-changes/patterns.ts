import { RE2JS } from 're2js';

/**
 * Matchers for patterns that strangers write. Both take time linear in the text and in the size of
 * the pattern's program: a backtracking engine could be made to hold the whole process with one
 * subscription.
 */

const MAX_PATTERN_LENGTH = 200;
/** Estimated instructions of a pattern's program. Each of them may run for each letter of a text. */
const MAX_PROGRAM_SIZE = 1_000;
const COUNTED_REPETITION = /\{(\d+)(?:,(\d*))?\}/g;

/** The pattern cannot be used. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * SQL's LIKE: `%` any characters, `_` one, a backslash takes the next one literally.
 * @throws {PatternError}
 */
export function likeMatcher(pattern: string, ignoreCase: boolean): (text: string) => boolean {
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
export function regexMatcher(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  assertLength(pattern);
  // Before it is compiled, which takes as long as the program is large. Repetitions may be nested.
  let size = pattern.length;
  for (const [, least, most] of pattern.matchAll(COUNTED_REPETITION)) {
    size *= Math.max(1, Number(most || least));
  }
  if (size > MAX_PROGRAM_SIZE) throw new PatternError('the pattern repeats too much');
  return compile(pattern, ignoreCase, RE2JS.DOTALL);
}

function compile(expression: string, ignoreCase: boolean, flags: number): (text: string) => boolean {
  try {
    const compiled = RE2JS.compile(expression, ignoreCase ? flags | RE2JS.CASE_INSENSITIVE : flags);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    throw new PatternError(`the pattern cannot be used: ${(error as Error).message}`);
  }
}

function assertLength(pattern: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`a pattern has at most ${MAX_PATTERN_LENGTH} characters`);
  }
}
