import type { Language } from '@dragoman/domain/languages';
import type { ZipEntry } from '../zip/zip-stream.ts';
import type { AccountSource } from './account-source.ts';
import { EXPORTED_TABLES } from './account-tables.ts';
import { chatEntries } from './chat-entries.ts';
import { contactEntries } from './contact-entries.ts';
import { each, jsonList, once } from './content.ts';
import { fileEntries } from './file-entries.ts';
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
