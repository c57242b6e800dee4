import { EventEmitter, once } from 'node:events';
import type { Database } from '../../db/database.ts';
import { startReplication } from '../../db/replication-stream.ts';
import type { Logger } from '../../util/logger.ts';
import { BindingError, checkBinding, PatternsBusyError, type RequestedBinding } from './bindings.ts';
import { type Catalog, type CatalogSnapshot, createCatalog, PUBLICATION } from './catalog.ts';
import { createChangeFeed } from './feed.ts';
import { PatternBudget } from './pattern-budget.ts';
import { type Binding, type ChangeSink, type Subscriber, Subscriptions } from './subscriptions.ts';

/** A subscription waits this long for the connection; the official client waits for ten seconds. */
const LONGEST_WAIT_MS = 8000;
/** After this time without a connection, clients are told that they miss changes. */
const TELL_LOSS_MS = 5000;

/** The state of a subscription. Only `live` ones get changes. */
export type SubscribeOutcome =
  | { status: 'live' }
  | { status: 'refused'; message: string }
  /** Changes cannot be told at the moment: the join must fail, so that the client tries again. */
  | { status: 'unavailable'; reason: string };

const NOT_AVAILABLE = {
  status: 'unavailable',
  reason: 'Changes of the database are not available at the moment',
} as const;

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
 * Starts to follow the database's changes. The connection may come later, as it waits for
 * transactions that are open: until then, subscriptions are `unavailable`.
 */
export function startPostgresChanges(deps: {
  db: Database;
  databaseUrl: string;
  log: Logger;
}): PostgresChanges {
  const { db, databaseUrl, log } = deps;
  const catalog = createCatalog(db);
  const subscriptions = new Subscriptions();
  const patterns = new PatternBudget();
  const feed = createChangeFeed({ db, log, catalog, subscriptions, patterns });
  const connection = new EventEmitter().setMaxListeners(0);
  let live = false;
  let connectedBefore = false;
  let lossTimer: NodeJS.Timeout | undefined;

  const interrupt = () => feed.interrupt('The connection to the database was lost for a moment');
  const stream = startReplication(
    { url: databaseUrl, log, db, publication: PUBLICATION },
    {
      onMessage: feed.take,
      onConnect() {
        clearTimeout(lossTimer);
        live = true;
        feed.begin();
        if (connectedBefore) interrupt();
        connectedBefore = true;
        connection.emit('live');
      },
      onLost() {
        live = false;
        lossTimer = setTimeout(interrupt, TELL_LOSS_MS);
      },
    },
  );

  async function isLive(): Promise<boolean> {
    if (!live) {
      await once(connection, 'live', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }).catch(() => undefined);
    }
    return live;
  }

  return {
    async subscribe(sink, subscriber, requested, commit) {
      try {
        const { bindings, snapshot } = await checkAll(catalog, subscriber, requested, patterns);
        if (!(await isLive())) return NOT_AVAILABLE;
        if (commit()) subscriptions.set(sink, bindings, snapshot);
        return { status: 'live' };
      } catch (error) {
        if (error instanceof BindingError) return { status: 'refused', message: error.message };
        if (error instanceof PatternsBusyError) return { status: 'unavailable', reason: error.message };
        const { name, message } = error as Error;
        log.error({ err: { name, message } }, 'a subscription could not be checked');
        return NOT_AVAILABLE;
      }
    },
    unsubscribe: (sink) => subscriptions.delete(sink),
    async close() {
      feed.close();
      await stream.close();
      clearTimeout(lossTimer);
    },
  };
}

/** A table published a moment ago gets a second look. */
async function checkAll(
  catalog: Catalog,
  subscriber: Subscriber,
  requested: readonly RequestedBinding[],
  patterns: PatternBudget,
): Promise<{ bindings: Binding[]; snapshot: CatalogSnapshot }> {
  const check = async (snapshot: CatalogSnapshot) => ({
    snapshot,
    bindings: await Promise.all(
      requested.map((binding) => checkBinding(binding, snapshot, subscriber, patterns)),
    ),
  });
  try {
    return await check(await catalog.current());
  } catch (error) {
    if (!(error instanceof BindingError && error.unknownTable)) throw error;
    return check(await catalog.renew());
  }
}
