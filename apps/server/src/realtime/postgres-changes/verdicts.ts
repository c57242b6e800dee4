import type { Database } from '../../db/database.ts';
import { type CatalogSnapshot, type LiveTable, NO_RIGHTS, type TableRights } from './catalog.ts';
import type { Change } from './change.ts';
import type { ChangeSink, Subscriber, Subscription } from './subscriptions.ts';
import { type Answer, askVisibility, type Question } from './visibility.ts';

/** A change, its table and who wants it. */
export interface WantedChange {
  change: Change;
  table: LiveTable;
  by: ReadonlyMap<ChangeSink, Interest>;
}

export interface Interest {
  /** On whose behalf the database is asked: the sink's own may be another one when the answer comes. */
  subscriber: Subscriber;
  subscriptions: Subscription[];
}

/**
 * What a subscriber receives of a change: all that its role may read, a refusal with a reason
 * (supabase-protocol 4.4), nothing, or, when the check failed, the end of the channel, so that the
 * client catches up by other means.
 */
export type Verdict = 'visible' | 'hidden' | 'no-key' | 'unauthorized' | 'unknown';

export interface Verdicts {
  of(wanted: WantedChange, subscriber: Subscriber): Verdict;
  /** @param role of a subscriber in the batch */
  rights(role: string, table: LiveTable): TableRights;
}

/**
 * Finds out for a batch of changes who may see what: one question for each subscriber and table, however many changes.
 * @throws when the rights of a role cannot be read
 */
export async function judge(
  db: Database,
  snapshot: CatalogSnapshot,
  batch: readonly WantedChange[],
): Promise<Verdicts> {
  const roles = new Set(batch.flatMap(({ by }) => [...by.values()].map(({ subscriber }) => subscriber.role)));
  const rightsByRole = new Map(
    await Promise.all([...roles].map(async (role) => [role, await snapshot.rights(role)] as const)),
  );

  function rights(role: string, table: LiveTable): TableRights {
    return rightsByRole.get(role)?.(table) ?? NO_RIGHTS;
  }

  /** The verdict without a query for the row, if possible. */
  function foregone({ change, table }: WantedChange, { role }: Subscriber): Verdict | null {
    const { whole, columns, policy } = rights(role, table);
    const restrictedDelete = change.type === 'DELETE' && policy !== null;
    // Of a row that may be another user's, not even the fact that it was deleted is told.
    if (restrictedDelete && (change.old === null || table.key.length === 0)) return 'hidden';
    if (change.key === null) return restrictedDelete ? null : 'unknown';
    if (table.key.length === 0) return 'no-key';
    if (!whole && !table.key.every(({ name }) => columns.has(name))) return 'unauthorized';
    return change.type === 'DELETE' && policy === null ? 'visible' : null;
  }

  const questions = new Map<string, Question>();
  for (const wanted of batch) {
    for (const { subscriber } of wanted.by.values()) {
      if (foregone(wanted, subscriber) !== null) continue;
      const id = questionId(subscriber, wanted);
      let question = questions.get(id);
      if (!question) {
        const { table, change } = wanted;
        const deletedPolicy = change.type === 'DELETE' ? rights(subscriber.role, table).policy : null;
        question = { subscriber, table, rows: new Set(), deletedPolicy };
        questions.set(id, question);
      }
      question.rows.add(rowOf(wanted.change));
    }
  }
  const answers = await askVisibility(db, [...questions.values()]);
  const answered = new Map([...questions.keys()].map((id, at) => [id, answers[at] as Answer]));

  return {
    rights,
    of(wanted, subscriber) {
      const known = foregone(wanted, subscriber);
      if (known !== null) return known;
      const answer = answered.get(questionId(subscriber, wanted));
      if (answer === undefined || answer === 'failed') return 'unknown';
      if (answer === 'forbidden') return wanted.change.type === 'DELETE' ? 'hidden' : 'unauthorized';
      return answer.has(rowOf(wanted.change)) ? 'visible' : 'hidden';
    },
  };
}

/** The row's identification in a query: its key, or the whole of a deleted row. */
function rowOf({ type, key, old }: Change): string {
  return type === 'DELETE' ? (old?.json ?? '') : (key ?? '');
}

function questionId(subscriber: Subscriber, { table, change }: WantedChange): string {
  return `${table.oid}\n${change.type === 'DELETE'}\n${subscriber.id}`;
}
