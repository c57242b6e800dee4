import type { Readable } from 'node:stream';
import type { ByteRange } from '../rules/byte-range.ts';

/**
 * The version of an object's row, a UUID of the server's making: names that users choose never
 * become paths.
 */
export type FileId = string;

/** A file that a row names is not in the store (removed a moment ago, or lost). */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}

/** Storage of files' bytes. */
export interface FileStore {
  /**
   * Stores a stream under a new id, without holding the whole of it in memory. The file appears
   * only when complete and is then durable; an error of `content` leaves no file and is rethrown.
   */
  write(id: FileId, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws {FileMissingError} before the first byte */
  read(id: FileId, range: ByteRange | null): Promise<Readable>;
  /** @throws {FileMissingError} */
  copy(from: FileId, to: FileId): Promise<void>;
  /** Removes files and what unfinished writes left of them; unknown ones are no error. */
  remove(ids: readonly FileId[]): Promise<void>;
}
