import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import { BackupError, entriesOf, MANIFEST_ENTRY, type Manifest, parseManifest } from './manifest.ts';

/** An archive that is complete and undamaged: every byte of it was read. */
export interface Archive {
  manifest: Manifest;
  /** The content of an entry that the manifest names. */
  read(entry: string): Readable;
  close(): Promise<void>;
}

const LARGEST_MANIFEST_BYTES = 256 * 1024 * 1024;

/**
 * Opens an archive and reads it once from end to end.
 * @throws {BackupError} when it is no archive, is damaged, or lacks a part
 */
export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The archive cannot be opened: ${error.message}`);
  });
  try {
    const entries = await listEntries(handle, file);
    const read = (name: string) => contentOf(entries, name);
    const manifestEntry = entries.get(MANIFEST_ENTRY);
    if (!manifestEntry) throw damaged(file, `it has no ${MANIFEST_ENTRY}`);
    if (manifestEntry.uncompressedSize > LARGEST_MANIFEST_BYTES)
      throw damaged(file, 'its manifest is too large');
    const manifest = parseManifest(
      await readText(read(MANIFEST_ENTRY)).catch(brokenEntry(file, MANIFEST_ENTRY)),
    );
    const expected = new Set(entriesOf(manifest));
    for (const name of expected) if (!entries.has(name)) throw damaged(file, `it lacks ${name}`);
    for (const name of entries.keys()) {
      if (!expected.has(name)) throw damaged(file, 'it has an entry that its manifest does not name');
      await drain(read(name)).catch(brokenEntry(file, name));
    }
    return { manifest, read, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file at any place, without holding more than the requested part in memory. */
class HandleReader extends Reader<FileHandle> {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    super(handle);
    this.#handle = handle;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#handle.stat()).size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#handle.read(new Uint8Array(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }
}

async function listEntries(handle: FileHandle, file: string): Promise<Map<string, FileEntry>> {
  const reader = new ZipReader(new HandleReader(handle), { useWebWorkers: false, checkCrc32: true });
  const found = await reader.getEntries().catch((error: Error) => {
    throw damaged(file, `it is cut off or no archive (${error.message})`);
  });
  const entries = new Map<string, FileEntry>();
  for (const entry of found) {
    if (entry.directory || entries.has(entry.filename))
      throw damaged(file, 'it was written by another program');
    entries.set(entry.filename, entry);
  }
  return entries;
}

/** Checks the CRC at the end: a mismatch ends with an error. */
function contentOf(entries: ReadonlyMap<string, FileEntry>, name: string): Readable {
  const entry = entries.get(name);
  if (!entry) throw new BackupError(`The archive lacks ${name}`);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  entry.getData(writable).catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return Readable.fromWeb(readable as NodeReadableStream);
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}

async function readText(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function brokenEntry(file: string, name: string): (error: Error) => never {
  return (error) => {
    throw damaged(file, `${name} cannot be read (${error.message})`);
  };
}

function damaged(file: string, reason: string): BackupError {
  return new BackupError(
    `${file} is not a whole backup: ${reason}. Nothing was changed. Restore another one.`,
  );
}
