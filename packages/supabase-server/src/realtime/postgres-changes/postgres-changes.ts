import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { BindingError, checkBinding, type RequestedBinding } from './bindings.ts';
import { type Catalog, type CatalogSnapshot, createCatalog } from './catalog.ts';
import { createChangeFeed } from './feed.ts';
import { type Binding, type ChangeSink, type Subscriber, Subscriptions } from './subscriptions.ts';

/** The channel of NOTIFY that platform/03_realtime.sql uses. */
const NOTIFY_CHANNEL = 'dragoman_changes';

/** The state of a subscription. Only `live` ones get changes. */
export type SubscribeOutcome =
  | { status: 'live' }
  | { status: 'refused'; message: string }
  /** Changes cannot be told at the moment: the join must fail, so that the client tries again. */
  | { status: 'unavailable' };

/** Database changes for channels (docs/adr/0005, supabase-protocol 4.3, 4.4). */
export interface PostgresChanges {
  /**
   * Checks all bindings and makes them live, or none of them. Every change committed after this
   * resolves is delivered.
   * @param subscriber whose rights the bindings are checked against
   * @param commit runs at the moment of going live; false when the sink ended meanwhile
   */
  subscribe(
    sink: ChangeSink,
    subscriber: Subscriber,
    requested: readonly RequestedBinding[],
    commit: () => boolean,
  ): Promise<SubscribeOutcome>;
  unsubscribe(sink: ChangeSink): void;
  close(): Promise<void>;
}

/**
 * Starts listening to the database.
 * @throws when the first connection fails
 */
export async function startPostgresChanges(deps: { db: Database; log: Logger }): Promise<PostgresChanges> {
  const { db, log } = deps;
  const catalog = createCatalog(db);
  const subscriptions = new Subscriptions();
  const feed = createChangeFeed({ db, log, catalog, subscriptions });
  let listening = false;
  let connectedBefore = false;

  const subscription = await db.listen(
    NOTIFY_CHANNEL,
    feed.take,
    () => {
      listening = true;
      if (connectedBefore) feed.interrupt('The connection to the database was lost for a moment');
      connectedBefore = true;
    },
    () => {
      listening = false;
    },
  );

  return {
    async subscribe(sink, subscriber, requested, commit) {
      try {
        const { bindings, snapshot } = await checkAll(catalog, subscriber, requested);
        if (!listening) return { status: 'unavailable' };
        if (commit()) subscriptions.set(sink, bindings, snapshot);
        return { status: 'live' };
      } catch (error) {
        if (error instanceof BindingError) return { status: 'refused', message: error.message };
        const { name, message } = error as Error;
        log.error({ err: { name, message } }, 'a subscription could not be checked');
        return { status: 'unavailable' };
      }
    },
    unsubscribe: (sink) => subscriptions.delete(sink),
    close: () => subscription.close(),
  };
}

/** A table published a moment ago gets a second look. */
async function checkAll(
  catalog: Catalog,
  subscriber: Subscriber,
  requested: readonly RequestedBinding[],
): Promise<{ bindings: Binding[]; snapshot: CatalogSnapshot }> {
  const check = async (snapshot: CatalogSnapshot) => ({
    snapshot,
    bindings: await Promise.all(requested.map((binding) => checkBinding(binding, snapshot, subscriber))),
  });
  try {
    return await check(await catalog.current());
  } catch (error) {
    if (!(error instanceof BindingError && error.unknownTable)) throw error;
    return check(await catalog.synchronize());
  }
}
