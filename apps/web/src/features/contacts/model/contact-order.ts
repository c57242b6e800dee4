import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import type { Profile } from '@/shared/api/database-types.ts';

/** The sortable columns, in the table's order (specification 2.14). */
export const SORT_COLUMNS = ['name', 'company', 'email', 'phone'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface ContactOrder {
  column: SortColumn;
  descending: boolean;
}

export const DEFAULT_ORDER: ContactOrder = { column: 'name', descending: false };

type Sortable = Pick<Profile, SortColumn>;

/** A contact with what a search compares, made once for each. */
export interface SearchableContact<Contact extends Sortable = Profile> {
  contact: Contact;
  key: string;
}

/** Makes contacts searchable by name, company and e-mail address. */
export function searchable<Contact extends Sortable>(
  contacts: readonly Contact[],
): SearchableContact<Contact>[] {
  return contacts.map((contact) => ({
    contact,
    key: searchKey([contact.name, contact.company, contact.email].filter(Boolean).join('\n')),
  }));
}

/**
 * The contacts that a query finds, sorted. Values that are missing come last in both directions.
 * @param language whose collation orders the values: each has its own for all three scripts
 */
export function arrangedContacts<Contact extends Sortable>(
  contacts: readonly SearchableContact<Contact>[],
  query: string,
  { column, descending }: ContactOrder,
  language: string,
): Contact[] {
  const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const found = contacts.filter(({ key }) => matchesSearch(key, query)).map(({ contact }) => contact);
  return found.toSorted((a, b) => {
    const left = a[column]?.trim() ?? '';
    const right = b[column]?.trim() ?? '';
    if (!left || !right) return Number(!left) - Number(!right);
    const order = collator.compare(left, right);
    return descending ? -order : order;
  });
}

/** @returns the order after a click on a column's heading: that column, or its other direction. */
export function nextOrder(order: ContactOrder, column: SortColumn): ContactOrder {
  return { column, descending: order.column === column && !order.descending };
}
