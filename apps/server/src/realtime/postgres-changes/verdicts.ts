import type { Database } from '../../db/database.ts';
import type { CatalogSnapshot, LiveTable, TableRights } from './catalog.ts';
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
 * What a subscriber gets of a change: all that its role may read, a refusal that names the reason (wire facts C4), nothing, or,
 * when nobody can say, the end of the channel, so that the client catches up by other means.
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
    return rightsByRole.get(role)?.(table) ?? { whole: false, columns: new Set() };
  }

  /** What is known without asking for the row. */
  function foregone({ change, table }: WantedChange, { role }: Subscriber): Verdict | null {
    if (change.key === null) return 'unknown';
    if (table.key.length === 0) return 'no-key';
    const { whole, columns } = rights(role, table);
    if (!whole && !table.key.every(({ name }) => columns.has(name))) return 'unauthorized';
    return change.type === 'DELETE' ? 'visible' : null;
  }

  const questions = new Map<string, Question>();
  for (const wanted of batch) {
    for (const { subscriber } of wanted.by.values()) {
      if (foregone(wanted, subscriber) !== null) continue;
      const id = questionId(subscriber, wanted.table);
      let question = questions.get(id);
      if (!question) {
        question = { subscriber, table: wanted.table, keys: new Set() };
        questions.set(id, question);
      }
      question.keys.add(wanted.change.key as string);
    }
  }
  const answers = await askVisibility(db, [...questions.values()]);
  const answered = new Map([...questions.keys()].map((id, at) => [id, answers[at] as Answer]));

  return {
    rights,
    of(wanted, subscriber) {
      const known = foregone(wanted, subscriber);
      if (known !== null) return known;
      const answer = answered.get(questionId(subscriber, wanted.table));
      if (answer === undefined || answer === 'failed') return 'unknown';
      if (answer === 'forbidden') return 'unauthorized';
      return answer.has(wanted.change.key as string) ? 'visible' : 'hidden';
    },
  };
}

function questionId(subscriber: Subscriber, table: LiveTable): string {
  return `${table.oid}\n${subscriber.id}`;
}
