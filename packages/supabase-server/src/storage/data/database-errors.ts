import { sqlState } from '../../db/database.ts';
import { type StorageError, storageErrors } from '../errors.ts';

/**
 * Translates PostgreSQL's error of a storage statement to the protocol's; null for an unexpected
 * one.
 */
export function fromDatabaseError(error: unknown): StorageError | null {
  switch (sqlState(error)) {
    case '42501':
    // A token may name a role that the database does not have.
    case '22023':
      return storageErrors.accessDenied();
    case '23505':
      return storageErrors.exists();
    case '23503':
      return storageErrors.noBucket();
    // NUL in a text, or escaped in JSON.
    case '22021':
    case '22P05':
      return storageErrors.request('A text holds a character that cannot be stored');
    // Raised by storage.track_file(): the cleanup took the file for a leftover of a crash.
    case '55000':
      return storageErrors.uploadTooSlow();
    case '57014':
      return storageErrors.timeout();
    default:
      return null;
  }
}
