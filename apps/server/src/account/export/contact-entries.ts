import { type VCardContact, vCard } from '@dragoman/domain/vcard';
import type { ZipEntry } from '../../util/zip-stream.ts';
import type { AccountReader, Row } from './account-reader.ts';
import { jsonList } from './content.ts';

/** What a vCard is made of; rows of profiles and of scanned cards have it. */
type Contact = Omit<VCardContact, 'name'> & {
  name: string | null;
  designation: string | null;
  whatsapp: string | null;
  tags?: string[];
  note?: string | null;
};

/**
 * The people whom the user has met or noted, and the saved cards, for address books and for
 * programs.
 */
export async function* contactEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
  yield { name: 'contacts/contacts.json', content: jsonList(people(reader)) };
  yield { name: 'contacts/contacts.vcf', content: vCards(people(reader)) };
  yield { name: 'card-box/cards.vcf', content: vCards(cards(reader)) };
}

/** Each person once. The ids that were seen are kept: some bytes for each person met. */
async function* people(reader: AccountReader): AsyncGenerator<Row> {
  const seen = new Set<unknown>();
  const sources = [
    {
      from: 'public.sessions r',
      select: `jsonb_build_object('people', jsonb_build_array(r.vendor_id, r.visitor_id))`,
      key: [['id', 'uuid']] as const,
    },
    {
      from: 'public.leads r',
      select: `jsonb_build_object('people', jsonb_build_array(r.person_id))`,
      key: [
        ['owner_id', 'uuid'],
        ['person_id', 'uuid'],
      ] as const,
    },
  ];
  for (const source of sources) {
    for await (const page of reader.pages(source)) {
      const ids = page.flatMap((row) => row.people as unknown[]).filter((id) => id !== null && !seen.has(id));
      for (const id of ids) seen.add(id);
      yield* await profiles(reader, ids);
    }
  }
}

async function profiles(reader: AccountReader, ids: unknown[]): Promise<Row[]> {
  const found: Row[] = [];
  if (ids.length === 0) return found;
  const pages = reader.pages({
    from: 'public.shared_profiles r',
    select: `to_jsonb(r) - 'user_id'`,
    where: 'r.id = any ($1::uuid[]) and r.user_id <> (select auth.uid())',
    values: [ids],
    key: [['id', 'uuid']],
  });
  for await (const page of pages) found.push(...page);
  return found;
}

async function* cards(reader: AccountReader): AsyncGenerator<Row> {
  for await (const page of reader.pages({ from: 'public.scanned_cards r', key: [['id', 'uuid']] }))
    yield* page;
}

async function* vCards(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) {
    const contact = row as unknown as Contact;
    // An address book shows a card by its name; one without is known by its company, or how it is reached.
    const name = contact.name ?? contact.company ?? contact.email ?? contact.phone ?? '?';
    yield vCard({ ...contact, name }, { ...contact, tags: contact.tags ?? [], note: contact.note ?? null });
  }
}
