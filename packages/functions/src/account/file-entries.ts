import { safeFileName } from '@dragoman/domain/file-name';
import type { ZipEntry } from '../zip/zip-stream.ts';
import type { AccountReader } from './account-source.ts';
import { ACCOUNT_BUCKETS, type FolderOf } from './account-tables.ts';
import { each, once } from './content.ts';

/**
 * The owner's stored files, and those of their chats, as they were stored. A list names the files
 * without bytes.
 */
export async function* fileEntries(reader: AccountReader, userId: string): AsyncGenerator<ZipEntry> {
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
