import type { Scanner } from './scanner.ts';

/** Limits of one request. Generous for people, small for the database. */
export const QUERY_LIMITS = {
  embedDepth: 8,
  embeds: 16,
  selectItems: 200,
  selectItemsPerLevel: 100,
  columnRepeats: 4,
  filterDepth: 16,
  filters: 500,
  orderTerms: 50,
  listValues: 5000,
} as const;

type Counted = 'embeds' | 'selectItems' | 'filters' | 'orderTerms' | 'listValues';

const NAMES: Record<Counted, string> = {
  embeds: 'embedded resources',
  selectItems: 'selected fields',
  filters: 'filters',
  orderTerms: 'order terms',
  listValues: 'list values',
};

/** The cost budget of one request. */
export class Budget {
  readonly #used = new Map<Counted, number>();

  /** @throws {RestError} PGRST100 when the request asks for too many of them */
  spend(what: Counted, scanner: Scanner): void {
    const used = (this.#used.get(what) ?? 0) + 1;
    if (used > QUERY_LIMITS[what]) {
      scanner.refuse(`a request may have at most ${QUERY_LIMITS[what]} ${NAMES[what]}`);
    }
    this.#used.set(what, used);
  }
}
