import type { Language } from '@dragoman/domain/languages';
import type { ZipEntry } from '../../util/zip-stream.ts';
import { ACCOUNT_DATA, type ExportedTable } from '../account-data.ts';
import type { AccountOwner } from '../account-gate.ts';
import type { AccountReader, Row } from './account-reader.ts';
import { chatEntries } from './chat-entries.ts';
import { contactEntries } from './contact-entries.ts';
import { jsonList, once } from './content.ts';
import { type FileReader, fileEntries } from './file-entries.ts';
import { readme } from './readme.ts';

export interface ExportParts {
  owner: AccountOwner;
  reader: AccountReader;
  files: FileReader;
  devices: Record<string, unknown>[];
  passkeys: Record<string, unknown>[];
  /** Of the README. */
  language: Language;
  /** What the product is called here. */
  product: string;
  now: Date;
}

/** Everything that the export of an account has in it, in order; each file is read when it is written. */
export async function* accountEntries(parts: ExportParts): AsyncGenerator<ZipEntry> {
  const { owner, reader, devices, passkeys, files } = parts;
  yield { name: readmeName(parts.language), content: once(readme(parts)) };
  yield {
    name: 'account.json',
    content: once(`${JSON.stringify({ ...owner.account, passkeys, devices }, null, 2)}\n`),
  };
  for (const coverage of Object.entries(ACCOUNT_DATA)) {
    const [table, { exported }] = coverage as [string, { exported?: ExportedTable }];
    if (exported) yield { name: exported.file, content: jsonList(tableRows(reader, table, exported, owner)) };
  }
  yield* contactEntries(reader);
  yield* chatEntries(reader);
  yield* fileEntries(reader, files, owner.userId);
}

async function* tableRows(
  reader: AccountReader,
  table: string,
  { key, own }: ExportedTable,
  { userId }: AccountOwner,
): AsyncGenerator<Row> {
  const where = own ? { where: own, values: [userId] } : {};
  for await (const page of reader.pages({ from: `${table} r`, key, ...where })) yield* page;
}

/** The word is the same everywhere: it is what people look for first. */
function readmeName(language: Language): string {
  return `README.${language}.txt`;
}
