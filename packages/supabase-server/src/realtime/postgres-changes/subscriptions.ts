import { type CatalogSnapshot, type LiveTable, tableId } from './catalog.ts';
import type { Change, ChangeType, RowText } from './change.ts';
import { type Filter, valueKey } from './filters.ts';
import type { PatternBudget } from './pattern-budget.ts';

/** On whose behalf row-level security is asked. */
export interface Subscriber {
  role: string;
  claims: Record<string, unknown>;
  /** Equal for equal role and claims. */
  id: string;
}

/** A receiver of changes: a channel. */
export interface ChangeSink {
  readonly subscriber: Subscriber;
  /** @param ids of the bindings that match @param data JSON text (supabase-protocol 4.4) */
  deliver(ids: readonly number[], data: string): void;
  /**
   * The sink may have missed something: it must end, so that its client joins again and catches up.
   */
  interrupt(reason: string): void;
}

/** A checked `postgres_changes` entry of a join. */
export interface Binding {
  id: number;
  types: ReadonlySet<ChangeType>;
  schema: string;
  table: string;
  filters: readonly Filter[];
  /** Columns to send; null for all. */
  select: readonly string[] | null;
}

export interface Subscription {
  sink: ChangeSink;
  binding: Binding;
}

/**
 * All bindings of the process, indexed by their filters. Most filter by equality (the messages of
 * one session): an index over those values keeps the cost of a change independent of how many
 * sessions are open.
 */
export class Subscriptions {
  readonly #tables = new Map<string, TableIndex>();
  /** Bindings with a `*` for the schema or the table. */
  readonly #wide = new Set<Subscription>();
  readonly #bySink = new Map<ChangeSink, Subscription[]>();

  /** Replaces the sink's bindings. */
  set(sink: ChangeSink, bindings: readonly Binding[], catalog: CatalogSnapshot): void {
    this.delete(sink);
    const subscriptions = bindings.map((binding): Subscription => ({ sink, binding }));
    this.#bySink.set(sink, subscriptions);
    for (const subscription of subscriptions) {
      const { schema, table } = subscription.binding;
      if (schema === '*' || table === '*') {
        this.#wide.add(subscription);
        continue;
      }
      const id = tableId(schema, table);
      let index = this.#tables.get(id);
      if (!index) {
        index = new TableIndex();
        this.#tables.set(id, index);
      }
      index.add(subscription, catalog.table(schema, table));
    }
  }

  delete(sink: ChangeSink): void {
    for (const subscription of this.#bySink.get(sink) ?? []) {
      const { schema, table } = subscription.binding;
      this.#wide.delete(subscription);
      const id = tableId(schema, table);
      const index = this.#tables.get(id);
      index?.delete(subscription);
      if (index?.size === 0) this.#tables.delete(id);
    }
    this.#bySink.delete(sink);
  }

  has(sink: ChangeSink): boolean {
    return this.#bySink.has(sink);
  }

  sinks(): ChangeSink[] {
    return [...this.#bySink.keys()];
  }

  /** Checks whether a subscriber could want the table's changes. */
  concern(schema: string, table: string): boolean {
    return this.#tables.has(tableId(schema, table)) || this.#wide.size > 0;
  }

  /**
   * The subscriptions that the change may concern as far as cheap filters tell; patterns are looked
   * at when the row is known to be visible.
   */
  match(change: Change, table: LiveTable): Subscription[] {
    const row = filteredRow(change);
    const found: Subscription[] = [];
    const test = (subscription: Subscription) => {
      if (mayWant(subscription.binding, change, table, row)) found.push(subscription);
    };
    this.#tables.get(tableId(change.schema, change.table))?.candidates(row, test);
    for (const subscription of this.#wide) test(subscription);
    return found;
  }
}

/**
 * Checks whether the patterns of a binding, which {@link Subscriptions.match} skips, let the change
 * through.
 * @returns null when too little of the budget is left to tell
 */
export function patternsPass(
  { binding }: Subscription,
  change: Change,
  budget: PatternBudget,
): boolean | null {
  for (const filter of binding.filters) {
    if (!filter.hasPattern) continue;
    const json = filteredRow(change)?.fields().get(filter.column);
    if (!budget.spend(filter.steps(json))) return null;
    if (!filter.matches(json)) return false;
  }
  return true;
}

/** Filters run on the new row; for DELETE on the old one. */
function filteredRow(change: Change): RowText | null {
  return change.type === 'DELETE' ? change.old : change.record;
}

function mayWant(binding: Binding, change: Change, table: LiveTable, row: RowText | null): boolean {
  if (!binding.types.has(change.type)) return false;
  if (binding.schema !== '*' && binding.schema !== change.schema) return false;
  if (binding.table !== '*' && binding.table !== change.table) return false;
  return binding.filters.every((filter) => {
    if (change.type === 'DELETE' && !mayFilterDeleted(filter, table)) return false;
    return filter.hasPattern || filter.matches(row?.fields().get(filter.column));
  });
}

/**
 * Row-level security cannot check a deleted row, so a filter must not reveal its content: beyond
 * the key, only values that the subscriber already knows can be compared.
 */
function mayFilterDeleted(filter: Filter, table: LiveTable): boolean {
  return !table.rowSecurity || filter.exact || table.key.some(({ name }) => name === filter.column);
}

/** The subscriptions of one table, those with an equality filter by column and value. */
class TableIndex {
  readonly #others = new Set<Subscription>();
  readonly #columns = new Map<string, { type: string; byValue: Map<string, Set<Subscription>> }>();
  size = 0;

  add(subscription: Subscription, table: LiveTable | undefined): void {
    this.size += 1;
    const filter = subscription.binding.filters.find(({ equalTo }) => equalTo !== null);
    const type = table?.columns.find(({ name }) => name === filter?.column)?.baseType;
    if (!filter?.equalTo || type === undefined) {
      this.#others.add(subscription);
      return;
    }
    let column = this.#columns.get(filter.column);
    // A column whose type was changed meanwhile: its old subscriptions keep the old reading.
    if (column && column.type !== type) {
      this.#others.add(subscription);
      return;
    }
    if (!column) {
      column = { type, byValue: new Map() };
      this.#columns.set(filter.column, column);
    }
    const same = column.byValue.get(filter.equalTo);
    if (same) same.add(subscription);
    else column.byValue.set(filter.equalTo, new Set([subscription]));
  }

  delete(subscription: Subscription): void {
    if (this.#others.delete(subscription)) {
      this.size -= 1;
      return;
    }
    const filter = subscription.binding.filters.find(({ equalTo }) => equalTo !== null);
    const column = filter && this.#columns.get(filter.column);
    const same = filter?.equalTo ? column?.byValue.get(filter.equalTo) : undefined;
    if (!filter?.equalTo || !column || !same?.delete(subscription)) return;
    this.size -= 1;
    if (same.size === 0) column.byValue.delete(filter.equalTo);
    if (column.byValue.size === 0) this.#columns.delete(filter.column);
  }

  candidates(row: RowText | null, take: (subscription: Subscription) => void): void {
    for (const subscription of this.#others) take(subscription);
    if (!row) return;
    for (const [name, { type, byValue }] of this.#columns) {
      const key = valueKey(row.fields().get(name), type);
      for (const subscription of (key !== null && byValue.get(key)) || []) take(subscription);
    }
  }
}
