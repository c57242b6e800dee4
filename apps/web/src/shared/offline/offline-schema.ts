import type { DBSchema, IDBPDatabase } from 'idb';

/**
 * The kinds of work that wait on this device for the server; each has an object store of its own.
 */
export const JOB_KINDS = ['messages', 'files', 'transcriptions', 'leads', 'exports', 'scans'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** A job as the browser stores it. */
export interface StoredJob {
  /** Given by the database: the order of adding over all tabs. */
  seq?: number;
  /** Profile of the user whose work it is. */
  ownerId: string;
  /** Unique for this owner and kind. */
  id: string;
  /** The job's encoded form: structured-clone data, with bytes instead of blobs. */
  data: unknown;
}

interface JobTable {
  key: number;
  value: StoredJob;
  indexes: { ownerId: string; key: [string, string] };
}

export interface OfflineSchema extends DBSchema {
  messages: JobTable;
  /** Messages with a picture or file. */
  files: JobTable;
  transcriptions: JobTable;
  leads: JobTable;
  exports: JobTable;
  scans: JobTable;
}

export type OfflineDatabase = IDBPDatabase<OfflineSchema>;
