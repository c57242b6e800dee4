import { type VCardContact, vCard } from '@dragoman/domain/cards/vcard';
import type { ZipEntry } from '../zip/zip-stream.ts';
import type { AccountReader, Row } from './account-source.ts';
import { EXPORTED_TABLES } from './account-tables.ts';
import { each, jsonList } from './content.ts';

/** The fields of a vCard, as rows of profiles and of scanned cards have them. */
type Contact = Omit<VCardContact, 'name'> & {
  name: string | null;
  designation: string | null;
  whatsapp: string | null;
  badge?: string | null;
  tags?: string[];
  note?: string | null;
};

/**
 * The people whom the user has met or noted, and the saved cards, for address books and for
 * programs.
 */
export async function* contactEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
  const { scanned_cards: cards } = EXPORTED_TABLES;
  if (!cards) throw new Error('The export has no table of cards');
  yield { name: 'contacts/contacts.json', content: jsonList(people(reader)) };
  yield { name: 'contacts/contacts.vcf', content: vCards(people(reader)) };
  yield { name: 'card-box/cards.vcf', content: vCards(each(reader.rows('scanned_cards', cards))) };
}

/** Each person once. The ids that were seen are kept: some bytes for each person met. */
async function* people(reader: AccountReader): AsyncGenerator<Row> {
  const seen = new Set<string>();
  for await (const page of reader.people()) {
    const ids = [...new Set(page)].filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    if (ids.length > 0) yield* await reader.profiles(ids);
  }
}

async function* vCards(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) {
    const contact = row as unknown as Contact;
    // An address book shows a card by its name; one without is known by its company, or how it is
    // reached.
    const name = contact.name ?? contact.company ?? contact.email ?? contact.phone ?? contact.badge ?? '?';
    yield vCard({ ...contact, name }, { ...contact, tags: contact.tags ?? [], note: contact.note ?? null });
  }
}
