import { type VCardContact, vCard } from '@dragoman/domain/cards/vcard';
import { safeFileName } from '@dragoman/domain/file-name';
import type { Language } from '@dragoman/domain/languages';
import type { ZipEntry } from '../zip/zip-stream.ts';
import type { AccountReader, AccountSource, ExportedChat, Row } from './account-source.ts';
import { ACCOUNT_BUCKETS, EXPORTED_TABLES, type FolderOf } from './account-tables.ts';
import { readme } from './readme.ts';

/**
 * Everything that the export of an account has in it, in order; each file is read when it is
 * written.
 * @param now the moment that the README names
 */
export async function* accountEntries(source: AccountSource, now: Date): AsyncGenerator<ZipEntry> {
  const { reader, account, devices, passkeys, language, product, userId } = source;
  yield { name: readmeName(language), content: once(readme({ language, product, now })) };
  yield {
    name: 'account.json',
    content: once(`${JSON.stringify({ ...account, passkeys, devices }, null, 2)}\n`),
  };
  for (const [table, exported] of Object.entries(EXPORTED_TABLES)) {
    yield { name: exported.file, content: jsonList(each(reader.rows(table, exported))) };
  }
  yield* contactEntries(reader);
  yield* chatEntries(reader);
  yield* fileEntries(reader, userId);
}

/** The word is the same everywhere: it is what people look for first. */
function readmeName(language: Language): string {
  return `README.${language}.txt`;
}

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
async function* contactEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
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

/**
 * A file for each chat in which something was said: its messages in order, with the translations
 * that are kept of them.
 */
async function* chatEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
  for await (const chat of each(reader.chats())) {
    yield { name: chatFileName(chat), content: chatFile(reader, chat) };
  }
}

async function* chatFile(reader: AccountReader, chat: ExportedChat): AsyncGenerator<string> {
  yield `{"session_id": ${JSON.stringify(chat.id)}, "with": ${JSON.stringify(chat.other)}, "messages": [\n`;
  let before = '';
  for await (const message of each(reader.messages(chat.id))) {
    yield before + JSON.stringify(message);
    before = ',\n';
  }
  yield '\n]}\n';
}

/** Sorted by day, found by name, told apart by id. */
function chatFileName({ id, created_at: at, other }: ExportedChat): string {
  return `chats/${at.slice(0, 10)} ${safeFileName(other ?? '', 'chat')} (${id}).json`;
}

/**
 * The owner's stored files, and those of their chats, as they were stored. A list names the files
 * without bytes.
 */
async function* fileEntries(reader: AccountReader, userId: string): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const [bucket, folderOf] of Object.entries(ACCOUNT_BUCKETS)) {
    for await (const folder of foldersOf(folderOf, reader, userId)) {
      const names = new Set<string>();
      for await (const { name, open } of each(reader.files(bucket, folder))) {
        const path = `files/${bucket}/${folder}/${uniqueName(name, names)}`;
        const content = await open();
        if (content) yield { name: path, content, compressed: true };
        else missing.push(path);
      }
    }
  }
  if (missing.length > 0)
    yield { name: 'files/missing.json', content: once(JSON.stringify(missing, null, 2)) };
}

function foldersOf(owner: FolderOf, reader: AccountReader, userId: string) {
  if (owner === 'user') return [userId];
  return each(owner === 'profile' ? reader.profileFolders() : reader.chatFolders());
}

/** A name that unpacks on every system, and no file twice; users choose any file names. */
function uniqueName(name: string, taken: Set<string>): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  const stem = safeFileName(name.slice(0, name.length - ending.length), 'file');
  let unique = stem + ending;
  // Systems that hold A and a for the same name are common.
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`;
  taken.add(unique.toLowerCase());
  return unique;
}

/** A JSON list, a row a line. */
async function* jsonList(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** A text that is there already. */
async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** The rows of pages. */
async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
