import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap, wrap } from 'idb';
import { abortWhenLeft, untilShown, whenLeft } from './leaving-page.ts';

/**
 * Opens a database as `openDB` of idb does. When the browser keeps the page that the user leaves,
 * the connection closes and its transactions abort, so that they cannot block later pages
 * (docs/adr/0011). The caller's `terminated` is called then; the caller opens the database again.
 * @param version of the schema; undefined for the existing one
 * @throws the browser's error
 */
export async function openDatabase<Schema extends DBSchema | unknown = unknown>(
  name: string,
  version: number | undefined,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  await untilShown();
  const db = await openDB<Schema>(name, version, {
    ...callbacks,
    upgrade(database, oldVersion, newVersion, transaction, event) {
      abortWhenLeft(unwrap(transaction));
      callbacks.upgrade?.(database, oldVersion, newVersion, transaction, event);
    },
  });
  const connection = unwrap(db);
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...parameters) => {
    const transaction = begin(...parameters);
    abortWhenLeft(transaction);
    // idb makes this promise for every transaction, and callers of a read do not use it. Without a
    // handler its rejection is an uncaught error.
    wrap(transaction).done.catch(() => undefined);
    return transaction;
  };
  const forget = whenLeft(() => {
    forget();
    connection.close();
    callbacks.terminated?.();
  });
  return db;
}
