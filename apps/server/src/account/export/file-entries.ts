import type { Readable } from 'node:stream';
import { safeFileName } from '@dragoman/domain/file-name';
import type { ZipEntry } from '../../util/zip-stream.ts';
import { ACCOUNT_BUCKETS } from '../account-data.ts';
import type { AccountReader } from './account-reader.ts';
import { once } from './content.ts';

/** Where the bytes lie; null where another server keeps them. */
export type FileReader = { read(version: string, range: null): Promise<Readable> } | null;

interface StoredObject {
  name: string;
  version: string;
}

/** Names of a folder that end before the next one's begin: `/` and `0` are neighbours, and names compare by bytes. */
const IN_FOLDER = `r.bucket_id = $1 and r.name >= $2 || '/' and r.name < $2 || '0'`;

/** The owner's stored files, and those of their chats, as they were stored. A list names what has no bytes any more. */
export async function* fileEntries(
  reader: AccountReader,
  files: FileReader,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  if (files === null) return;
  for (const [bucket, folderOf] of Object.entries(ACCOUNT_BUCKETS)) {
    for await (const folder of folderOf === 'user' ? [userId] : chatFolders(reader)) {
      const names = new Set<string>();
      for await (const { name, version } of objectsIn(reader, bucket, folder)) {
        const path = `files/${bucket}/${folder}/${uniqueName(name.slice(folder.length + 1), names)}`;
        const bytes = await open(files, version);
        if (bytes) yield { name: path, content: bytes, compressed: true };
        else missing.push(path);
      }
    }
  }
  if (missing.length > 0)
    yield { name: 'files/missing.json', content: once(JSON.stringify(missing, null, 2)) };
}

async function* chatFolders(reader: AccountReader): AsyncGenerator<string> {
  const pages = reader.pages({
    from: 'public.sessions r',
    select: `jsonb_build_object('id', r.id)`,
    where: `r.visitor_id is not null`,
    key: [['id', 'uuid']],
  });
  for await (const page of pages) for (const { id } of page) yield String(id);
}

async function* objectsIn(
  reader: AccountReader,
  bucket: string,
  folder: string,
): AsyncGenerator<StoredObject> {
  const pages = reader.pages({
    from: 'storage.objects r',
    select: `jsonb_build_object('name', r.name, 'version', r.version)`,
    where: IN_FOLDER,
    values: [bucket, folder],
    key: [['name', 'text collate "C"']],
  });
  for await (const page of pages) yield* page as unknown as StoredObject[];
}

/** @returns null for an object whose bytes are gone */
async function open(files: NonNullable<FileReader>, version: string): Promise<Readable | null> {
  try {
    return await files.read(version, null);
  } catch (error) {
    if ((error as Error).name === 'FileMissingError') return null;
    throw error;
  }
}

/** A name that unpacks on every system, and no file twice; what people call files is theirs to choose. */
function uniqueName(name: string, taken: Set<string>): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  const stem = safeFileName(name.slice(0, name.length - ending.length), 'file');
  let unique = stem + ending;
  // Systems that hold A and a for the same name are common.
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`;
  taken.add(unique.toLowerCase());
  return unique;
}
