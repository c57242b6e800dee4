import { deleteDatabase } from './delete-database.ts';

/** Where `kept-reads.ts` keeps what was read. */
export const KEPT_READS_DB = 'dragoman-kept-reads';

/** Deletes what was kept for times without a network: it belongs to a session, and must not outlive it. Never rejects. */
export function forgetKeptReads(): Promise<void> {
  return deleteDatabase(KEPT_READS_DB);
}
