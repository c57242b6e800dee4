import type { Language } from '@dragoman/domain/languages';
import type { ExportedTable } from './account-tables.ts';

export type Row = Record<string, unknown>;

/** A chat in which something was said. */
export interface ExportedChat {
  id: string;
  /** ISO 8601. */
  created_at: string;
  /** The other person's name; null where their profile cannot be read. */
  other: string | null;
}

/** A stored file, by its name in the folder. */
export interface ExportedFile {
  name: string;
  /** @returns the bytes; null where they are lost. */
  open(): Promise<AsyncIterable<Uint8Array> | null>;
}

/**
 * Reads what an account's owner may read: the host applies row-level security to every call.
 * Lists come in pages, so that neither memory nor a connection is held by a slow download.
 */
export interface AccountReader {
  /** Rows of a table of schema `public` in the order of its key. */
  rows(table: string, description: ExportedTable): AsyncGenerator<Row[]>;
  /** Chats that have messages, in the order of their ids. */
  chats(): AsyncGenerator<ExportedChat[]>;
  /** A chat's messages, oldest first, each with its `translations`. */
  messages(sessionId: string): AsyncGenerator<Row[]>;
  /** Pages of the ids of people met or noted; an id may come twice. */
  people(): AsyncGenerator<string[]>;
  /** What others share of their profiles: rows without `user_id`, without the caller's own. */
  profiles(ids: readonly string[]): Promise<Row[]>;
  /** The ids of joined chats, whose files are in folders of that name. */
  chatFolders(): AsyncGenerator<string[]>;
  /** The id of the user's profile, if there is one: files of their booth are in a folder of that name. */
  profileFolders(): AsyncGenerator<string[]>;
  /** The files of a folder, in the order of their names. */
  files(bucket: string, folder: string): AsyncGenerator<ExportedFile[]>;
}

/** Everything that the export of an account is made from. */
export interface AccountSource {
  userId: string;
  /** The body of `GET /auth/v1/user`: addresses, identities, second factors. */
  account: Row;
  /** Where the user is signed in, newest first. */
  devices: Row[];
  /** Passkeys, oldest first, without their keys. */
  passkeys: Row[];
  /** The README's language. */
  language: Language;
  /** The product's name in this installation. */
  product: string;
  reader: AccountReader;
}
