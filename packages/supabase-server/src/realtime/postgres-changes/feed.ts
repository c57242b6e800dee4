import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import type { Catalog, CatalogSnapshot } from './catalog.ts';
import { type Change, readChange } from './change.ts';
import {
  authorizeChanges,
  type ChangeAuthorization,
  type Interest,
  type WantedChange,
} from './change-authorization.ts';
import { type CommittedChange, createChangeReader } from './change-reader.ts';
import { PATTERNS_BUSY, type PatternBudget } from './pattern-budget.ts';
import { changePayload, refusalPayload } from './payload.ts';
import {
  type ChangeSink,
  patternsPass,
  type Subscriber,
  type Subscription,
  type Subscriptions,
} from './subscriptions.ts';
import { waitUntilVisible } from './visible-commits.ts';

/**
 * Changes are processed in batches, of those that arrived during the previous batch, within these
 * bounds. Between two batches the sockets can empty their buffers, so that a burst does not make a
 * reader look slow.
 */
const BATCH = { changes: 500, bytes: 512 * 1024 };
/** With a longer queue, a restart of the clients is cheaper than late changes for all. */
const MOST_WAITING = { changes: 20_000, bytes: 64 * 1024 * 1024 };

/**
 * Takes the database's changes to those who subscribed and may see the row, in the order of the
 * commits.
 */
export interface ChangeFeed {
  /** A message of the stream has come. @throws {RangeError} when it cannot be read */
  take(message: Buffer): void;
  /** A connection to the database begins: it describes the tables from the start. */
  begin(): void;
  /** Changes may have been lost: all clients must restart. */
  interrupt(reason: string): void;
  close(): void;
}

export interface ChangeFeedDeps {
  db: Database;
  log: Logger;
  catalog: Catalog;
  subscriptions: Subscriptions;
  patterns: PatternBudget;
}

export function createChangeFeed({ db, log, catalog, subscriptions, patterns }: ChangeFeedDeps): ChangeFeed {
  const stop = new AbortController();
  let readMessage = newReader();
  let waiting: CommittedChange[] = [];
  let waitingBytes = 0;
  let running = false;

  function interrupt(reason: string): void {
    waiting = [];
    waitingBytes = 0;
    for (const sink of subscriptions.sinks()) sink.interrupt(reason);
  }

  function newReader() {
    return createChangeReader({
      concerns: (schema, table) => subscriptions.concern(schema, table),
      onRelation: () => catalog.expire(),
    });
  }

  function take(message: Buffer): void {
    const change = readMessage(message);
    if (change === null) return;
    waiting.push(change);
    waitingBytes += change.bytes;
    if (waiting.length > MOST_WAITING.changes || waitingBytes > MOST_WAITING.bytes) {
      log.warn(MOST_WAITING, 'too many changes at once: subscribers restart');
      interrupt('Too many changes at once');
    }
    if (!running) void run();
  }

  function nextBatch(): CommittedChange[] {
    let count = 0;
    let bytes = 0;
    for (const one of waiting) {
      if (count === BATCH.changes || bytes > BATCH.bytes) break;
      count += 1;
      bytes += one.bytes;
    }
    waitingBytes -= bytes;
    return waiting.splice(0, count);
  }

  /**
   * Runs one batch at a time: new changes wait for the next, which keeps the order and queries the
   * database less often.
   */
  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0 && !stop.signal.aborted) {
      try {
        await deliverBatch(nextBatch());
      } catch (error) {
        if (stop.signal.aborted) break;
        const { name, message } = error as Error;
        log.error({ err: { name, message } }, 'changes could not be processed: subscribers restart');
        interrupt('The change feed was interrupted');
      }
    }
    running = false;
  }

  async function deliverBatch(batch: readonly CommittedChange[]): Promise<void> {
    await waitUntilVisible(db, new Set(batch.map(({ xid }) => xid)), stop.signal);
    const snapshot = await snapshotFor(catalog, batch);
    const wanted = batch.flatMap((streamed): WantedChange[] => {
      const table = snapshot.table(streamed.relation.schema, streamed.relation.name);
      if (!table) return [];
      const change = readChange(streamed, table);
      const found = subscriptions.match(change, table);
      return found.length > 0 ? [{ change, table, by: bySink(found) }] : [];
    });
    if (wanted.length === 0) return;
    const authorization = await authorizeChanges(db, snapshot, wanted);
    for (const one of wanted) deliver(one, authorization, subscriptions, patterns);
    await nextTurn();
  }

  return {
    take,
    begin() {
      readMessage = newReader();
    },
    interrupt,
    close: () => stop.abort(),
  };
}

function deliver(
  wanted: WantedChange,
  authorization: ChangeAuthorization,
  subscriptions: Subscriptions,
  patterns: PatternBudget,
): void {
  const { change, table } = wanted;
  // Subscribers of one role get the same text.
  const payloads = new Map<string, string>();
  for (const [sink, { subscriber, subscriptions: found }] of wanted.by) {
    if (!subscriptions.has(sink)) continue;
    // The token may change during the query: the result is then about another user.
    const decision = samePerson(sink.subscriber, subscriber)
      ? authorization.decide(wanted, subscriber)
      : 'unknown';
    if (decision === 'hidden') continue;
    if (decision === 'unknown') {
      sink.interrupt('A change could not be looked at');
      continue;
    }
    const passing = passingOf(found, change, patterns);
    if (passing === null) {
      sink.interrupt(PATTERNS_BUSY);
      continue;
    }
    if (passing.length === 0) continue;
    const select = selectedColumns(passing);
    const variant = JSON.stringify([decision, subscriber.role, select && [...select]]);
    let payload = payloads.get(variant);
    if (payload === undefined) {
      payload =
        decision === 'visible'
          ? changePayload(change, table, authorization.rights(subscriber.role, table), select)
          : refusalPayload(change, decision);
      payloads.set(variant, payload);
    }
    sink.deliver([...new Set(passing.map(({ binding }) => binding.id))], payload);
  }
}

/** @returns null when too little of the budget is left to tell */
function passingOf(
  found: readonly Subscription[],
  change: Change,
  patterns: PatternBudget,
): Subscription[] | null {
  const passing: Subscription[] = [];
  for (const subscription of found) {
    const passes = patternsPass(subscription, change, patterns);
    if (passes === null) return null;
    if (passes) passing.push(subscription);
  }
  return passing;
}

/** A table that the snapshot lacks was published after it was taken. */
async function snapshotFor(catalog: Catalog, batch: readonly CommittedChange[]): Promise<CatalogSnapshot> {
  const snapshot = await catalog.current();
  const known = batch.every(({ relation }) => snapshot.table(relation.schema, relation.name));
  return known ? snapshot : catalog.refresh();
}

function bySink(found: readonly Subscription[]): Map<ChangeSink, Interest> {
  const grouped = new Map<ChangeSink, Interest>();
  for (const subscription of found) {
    const { sink } = subscription;
    const same = grouped.get(sink);
    if (same) same.subscriptions.push(subscription);
    else grouped.set(sink, { subscriber: sink.subscriber, subscriptions: [subscription] });
  }
  return grouped;
}

/** Bindings that share a frame share its columns. */
function selectedColumns(found: readonly Subscription[]): Set<string> | null {
  const selected = new Set<string>();
  for (const { binding } of found) {
    if (binding.select === null) return null;
    for (const name of binding.select) selected.add(name);
  }
  return selected;
}

/** A renewed token of the same person answers the same question. */
function samePerson(a: Subscriber, b: Subscriber): boolean {
  return a === b || (a.role === b.role && a.claims.sub === b.claims.sub);
}
