import { findAmounts } from './amounts.ts';
import { withAsciiSigns } from './ascii-signs.ts';
import { findContacts } from './contacts.ts';
import { findDays } from './days.ts';
import type { FactKind, FactMeaning, FoundFact } from './fact.ts';

/** Longer messages are read up to here: the rules take time, and a pasted book is no chat. */
const READ_UP_TO = 5_000;

interface Found {
  kind: FactKind;
  start: number;
  end: number;
  key: string;
  meaning: FactMeaning;
}

/**
 * Finds prices, quantities, dates and contacts in a message. The rules cover all three languages at
 * once, because people mix them. Ambiguous text is left out or shown unchanged.
 * @returns in the order of the message; no two overlap
 */
export function findFacts(message: string): FoundFact[] {
  let text = withAsciiSigns(message.slice(0, READ_UP_TO));
  const found: Found[] = [];
  /** Matched text cannot be part of another fact: a number in an address is no quantity. */
  const take = (facts: readonly Found[]) => {
    found.push(...facts);
    for (const { start, end } of facts) {
      text = text.slice(0, start) + '\u0001'.repeat(end - start) + text.slice(end);
    }
  };
  take(
    findContacts(text).map((contact) => ({ kind: 'contact', meaning: { kind: 'as-written' }, ...contact })),
  );
  take(findDays(text).map((day) => ({ kind: 'date', ...day })));
  take(findAmounts(text));
  return found
    .toSorted((a, b) => a.start - b.start)
    .map((fact) => ({ ...fact, text: message.slice(fact.start, fact.end) }));
}
