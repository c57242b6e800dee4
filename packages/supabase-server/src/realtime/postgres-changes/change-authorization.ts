import type { Database } from '../../db/database.ts';
import {
  type CatalogSnapshot,
  type LiveTable,
  NO_RIGHTS,
  type SelectPolicy,
  type TableRights,
} from './catalog.ts';
import type { Change } from './change.ts';
import type { ChangeSink, Subscriber, Subscription } from './subscriptions.ts';
import { queryVisibility, type VisibilityQuery, type VisibilityResult } from './visibility.ts';

/** A change, its table and its possible receivers. */
export interface WantedChange {
  change: Change;
  table: LiveTable;
  by: ReadonlyMap<ChangeSink, Interest>;
}

export interface Interest {
  /**
   * On whose behalf the database is asked: the sink's own may be another one when the answer comes.
   */
  subscriber: Subscriber;
  subscriptions: Subscription[];
}

/**
 * The part of a change that a subscriber receives: all that its role may read, a refusal with a
 * reason (supabase-protocol 4.4), nothing, or, when the check failed, the end of the channel, so
 * that the client catches up by other means.
 */
export type ChangeDecision = 'visible' | 'hidden' | 'no-key' | 'unauthorized' | 'unknown';

export interface ChangeAuthorization {
  decide(wanted: WantedChange, subscriber: Subscriber): ChangeDecision;
  /** @param role of a subscriber in the batch */
  rights(role: string, table: LiveTable): TableRights;
}

/**
 * Determines for a batch of changes who may see which: one query for each subscriber and table,
 * however many changes.
 * @throws when the rights of a role cannot be read
 */
export async function authorizeChanges(
  db: Database,
  snapshot: CatalogSnapshot,
  batch: readonly WantedChange[],
): Promise<ChangeAuthorization> {
  const roles = new Set(batch.flatMap(({ by }) => [...by.values()].map(({ subscriber }) => subscriber.role)));
  const rightsByRole = new Map(
    await Promise.all([...roles].map(async (role) => [role, await snapshot.rights(role)] as const)),
  );

  function rights(role: string, table: LiveTable): TableRights {
    return rightsByRole.get(role)?.(table) ?? NO_RIGHTS;
  }

  /** The decision without a query for the row, if possible. */
  function decideWithoutQuery({ change, table }: WantedChange, { role }: Subscriber): ChangeDecision | null {
    const { whole, columns, policy } = rights(role, table);
    const restrictedDelete = change.type === 'DELETE' && policy !== null;
    // If the row may be another user's, even its deletion stays hidden.
    if (restrictedDelete && (table.key.length === 0 || !canBeJudged(change, table, policy))) return 'hidden';
    if (table.key.length === 0) return 'no-key';
    if (change.key === null) return restrictedDelete ? null : 'unknown';
    if (!whole && !table.key.every(({ name }) => columns.has(name))) return 'unauthorized';
    return change.type === 'DELETE' && policy === null ? 'visible' : null;
  }

  const queries = new Map<string, VisibilityQuery>();
  for (const wanted of batch) {
    for (const { subscriber } of wanted.by.values()) {
      if (decideWithoutQuery(wanted, subscriber) !== null) continue;
      const id = queryId(subscriber, wanted);
      let query = queries.get(id);
      if (!query) {
        const { table, change } = wanted;
        const deletedPolicy =
          change.type === 'DELETE' ? (rights(subscriber.role, table).policy?.condition ?? null) : null;
        query = { subscriber, table, rows: new Set(), deletedPolicy };
        queries.set(id, query);
      }
      query.rows.add(rowOf(wanted.change));
    }
  }
  const results = await queryVisibility(db, [...queries.values()]);
  const resultById = new Map([...queries.keys()].map((id, at) => [id, results[at] as VisibilityResult]));

  return {
    rights,
    decide(wanted, subscriber) {
      const known = decideWithoutQuery(wanted, subscriber);
      if (known !== null) return known;
      const result = resultById.get(queryId(subscriber, wanted));
      if (result === undefined || result === 'failed') return 'unknown';
      if (result === 'forbidden') return wanted.change.type === 'DELETE' ? 'hidden' : 'unauthorized';
      return result.has(rowOf(wanted.change)) ? 'visible' : 'hidden';
    },
  };
}

/** Checks whether the stream carried every column of a deleted row that the policies look at. */
function canBeJudged({ old, wholeOld }: Change, table: LiveTable, { columns }: SelectPolicy): boolean {
  if (columns === 'all' && !(wholeOld && table.wholePublished)) return false;
  const needed = columns === 'all' ? table.columns.map(({ name }) => name) : [...columns];
  return needed.every((name) => old?.fields().has(name));
}

/** The row's identification in a query: its key, or the whole of a deleted row. */
function rowOf({ type, key, old }: Change): string {
  return type === 'DELETE' ? (old?.json ?? '') : (key ?? '');
}

function queryId(subscriber: Subscriber, { table, change }: WantedChange): string {
  return `${table.oid}\n${change.type === 'DELETE'}\n${subscriber.id}`;
}
