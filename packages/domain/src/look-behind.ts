/** The condition that a pattern begins with, on the text before it. */
const CONDITION = /^\(\?<([=!])/;

/**
 * Not a regular expression, which would keep the script from loading where it is not understood.
 */
const LOOK_BEHIND: string = '(?<!a)';

/**
 * A pattern with a look-behind, for every engine: Safari before 16.4 does not load a script that
 * has one in a regular expression of its own. There the pattern must begin with its only
 * look-behind, of fewer than 16 characters, and have no alternatives outside of brackets; any other
 * pattern finds nothing.
 * @param flags none of `d`, `v` and `y`
 */
export function lookBehind(source: string, flags = ''): RegExp {
  if (isSupported) return new RegExp(source, flags);
  try {
    return new LookBehind(source, flags);
  } catch {
    return /(?!)/g;
  }
}

/** The whole text before each place would take quadratic time. */
const LONGEST_CONDITION = 16;

const isSupported = compiles(LOOK_BEHIND);

function compiles(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Finds the pattern behind its look-behind, and asks that of the text before each place found. For
 * all methods of strings but `split`. Exported for its test: an engine with look-behinds never uses
 * it.
 * @throws SyntaxError when `source` does not begin with a look-behind
 */
export class LookBehind extends RegExp {
  readonly #written: string;
  readonly #before: RegExp;
  readonly #isWanted: boolean;
  readonly #rest: RegExp;

  /** @param pattern another one is copied, as `matchAll` does */
  constructor(pattern: string | LookBehind, flags: string) {
    const written = typeof pattern === 'string' ? pattern : pattern.#written;
    const kind = CONDITION.exec(written)?.[1];
    if (!kind) throw new SyntaxError(`No look-behind at the start of ${written}`);
    const end = closingBracket(written);
    const rest = written.slice(end + 1);
    super(rest, flags);
    this.#written = written;
    this.#isWanted = kind === '=';
    this.#before = new RegExp(`(?:${written.slice('(?<='.length, end)})$`, flags.replace('g', ''));
    this.#rest = new RegExp(rest, this.global ? flags : `${flags}g`);
  }

  override exec(text: string): RegExpExecArray | null {
    const rest = this.#rest;
    rest.lastIndex = this.global ? this.lastIndex : 0;
    for (let match = rest.exec(text); match; match = rest.exec(text)) {
      const before = text.slice(Math.max(0, match.index - LONGEST_CONDITION), match.index);
      if (this.#before.test(before) === this.#isWanted) {
        if (this.global) this.lastIndex = rest.lastIndex;
        return match;
      }
      rest.lastIndex = match.index + (this.unicode ? unitsAt(text, match.index) : 1);
    }
    if (this.global) this.lastIndex = 0;
    return null;
  }
}

/** @returns where the bracket that `source` begins with is closed */
function closingBracket(source: string): number {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (isInClass) isInClass = sign !== ']';
    else if (sign === '[') isInClass = true;
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return at;
  }
  throw new SyntaxError(`A bracket is not closed in ${source}`);
}

function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
