/** The places of a text that facts have taken: no two facts overlap. */
export class Places {
  readonly #taken: Uint8Array;

  /** @param length of the text, in UTF-16 units */
  constructor(length: number) {
    this.#taken = new Uint8Array(length);
  }

  /** @returns whether all of it was free */
  take(start: number, end: number): boolean {
    if (this.#taken.subarray(start, end).includes(1)) return false;
    this.#taken.fill(1, start, end);
    return true;
  }
}
