import { requestErrors } from '../rest-error.ts';

const LONGEST_ECHO = 200;

/** Reads one parameter from left to right; every refusal names the place. */
export class Scanner {
  readonly text: string;
  position = 0;
  readonly #what: string;

  /** @param what what is being read, for error messages, such as "select parameter" */
  constructor(what: string, text: string) {
    this.#what = what;
    this.text = text;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  /** Checks whether the next token is `token`. */
  at(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  /** Consumes `token` if it is the next token. */
  eat(token: string): boolean {
    if (!this.at(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.eat(token)) this.fail(`"${token}"`);
  }

  /** Consumes the text that a sticky (`y`) pattern matches here; null when it does not match. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.position = pattern.lastIndex;
    return found[0];
  }

  skipSpace(): void {
    while (this.at(' ') || this.at('\t')) this.position += 1;
  }

  rest(): string {
    const rest = this.text.slice(this.position);
    this.position = this.text.length;
    return rest;
  }

  expectEnd(expecting = 'end of input'): void {
    if (!this.done) this.fail(expecting);
  }

  /** @throws {RestError} PGRST100 */
  fail(expecting: string): never {
    const next = this.text.codePointAt(this.position);
    const unexpected = next === undefined ? 'end of input' : `"${String.fromCodePoint(next)}"`;
    return this.refuse(`unexpected ${unexpected} expecting ${expecting}`);
  }

  /**
   * Refuses the text at this position for another reason than its form. @throws {RestError}
   * PGRST100
   */
  refuse(details: string): never {
    const echo = this.text.length > LONGEST_ECHO ? `${this.text.slice(0, LONGEST_ECHO)}…` : this.text;
    throw requestErrors.parse(
      `"failed to parse ${this.#what} (${echo})" (line 1, column ${this.position + 1})`,
      details,
    );
  }
}
