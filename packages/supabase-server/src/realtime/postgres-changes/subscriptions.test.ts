import { describe, expect, it, vi } from 'vitest';
import type { CatalogSnapshot, LiveTable } from './catalog.ts';
import { type Change, RowText } from './change.ts';
import { parseFilter } from './filter-syntax.ts';
import { compileFilter } from './filters.ts';
import { PatternBudget } from './pattern-budget.ts';
import { type Binding, type ChangeSink, patternsPass, Subscriptions } from './subscriptions.ts';

const COLUMNS = [
  { name: 'id', type: 'int4' },
  { name: 'hall', type: 'text' },
].map(({ name, type }) => ({ name, type, baseType: type, sqlType: type }));

const STANDS: LiveTable = {
  oid: 1,
  schema: 'public',
  name: 'stands',
  columns: COLUMNS,
  key: COLUMNS.slice(0, 1),
  rowSecurity: true,
  wholePublished: true,
};

const CATALOG: CatalogSnapshot = {
  table: (schema, name) => (schema === 'public' && name === 'stands' ? STANDS : undefined),
  matching: () => [STANDS],
  rights: async () => () => ({ whole: true, columns: new Set(), policy: null }),
};

function sink(): ChangeSink {
  return {
    subscriber: { role: 'anon', claims: {}, id: 'anon' },
    deliver: () => undefined,
    interrupt: () => undefined,
  };
}

function binding(filter = '', over: Partial<Binding> = {}): Binding {
  return {
    id: 1,
    types: new Set(['INSERT', 'UPDATE', 'DELETE']),
    schema: 'public',
    table: 'stands',
    filters: parseFilter(filter).map((condition) => {
      const column = COLUMNS.find(({ name }) => name === condition.column);
      return compileFilter(condition, column?.baseType ?? 'text');
    }),
    select: null,
    ...over,
  };
}

function change(type: 'INSERT' | 'DELETE', row: object, table = 'stands'): Change {
  const text = new RowText(
    new Map(Object.entries(row).map(([name, value]) => [name, JSON.stringify(value)])),
  );
  return {
    schema: 'public',
    table,
    type,
    commitTimestamp: '2026-01-01T00:00:00.000Z',
    key: null,
    record: type === 'INSERT' ? text : null,
    old: type === 'DELETE' ? text : null,
    wholeOld: false,
  };
}

function matches(bindings: Binding[], ...args: Parameters<typeof change>): Binding[] {
  const subscriptions = new Subscriptions();
  subscriptions.set(sink(), bindings, CATALOG);
  return subscriptions.match(change(...args), STANDS).map((found) => found.binding);
}

describe('subscriptions', () => {
  it('are found by an equality, by other filters and without any', () => {
    const [equal, greater, any] = [binding('hall=eq.A'), binding('id=gt.5'), binding()];
    const all = [equal, greater, any];
    expect(new Set(matches(all, 'INSERT', { id: 9, hall: 'A' }))).toEqual(new Set(all));
    expect(matches(all, 'INSERT', { id: 1, hall: 'B' })).toEqual([any]);
    expect(new Set(matches(all, 'INSERT', { id: 9, hall: null }))).toEqual(new Set([greater, any]));
  });

  it('are found when every one of several filters fits', () => {
    const both = binding('hall=eq.A,id=lt.5');
    expect(matches([both], 'INSERT', { id: 4, hall: 'A' })).toEqual([both]);
    expect(matches([both], 'INSERT', { id: 5, hall: 'A' })).toEqual([]);
    expect(matches([both], 'INSERT', { id: 4, hall: 'B' })).toEqual([]);
  });

  it('are found by type, and by a star for schema or table', () => {
    const inserts = binding('', { types: new Set(['INSERT']) });
    const everything = binding('', { schema: '*', table: '*' });
    const elsewhere = binding('', { schema: 'other', table: '*' });
    expect(matches([inserts, everything, elsewhere], 'DELETE', { id: 1 })).toEqual([everything]);
  });

  it('leave patterns for when the row is known to be visible', () => {
    const subscriptions = new Subscriptions();
    const own = sink();
    subscriptions.set(own, [binding('hall=like.B%')], CATALOG);
    const inserted = change('INSERT', { id: 1, hall: 'A' });
    const [found] = subscriptions.match(inserted, STANDS);
    const budget = new PatternBudget();
    expect(found && patternsPass(found, inserted, budget)).toBe(false);
    expect(found && patternsPass(found, change('INSERT', { id: 1, hall: 'B2' }), budget)).toBe(true);
  });

  it('count each pattern against the budget, and none of another binding', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set(sink(), [binding('hall=like.%x%,hall=not.match.y'), binding('hall=eq.none')], CATALOG);
    const inserted = change('INSERT', { id: 1, hall: 'x'.repeat(10_000) });
    const [found] = subscriptions.match(inserted, STANDS);
    const spent: number[] = [];
    const budget = new PatternBudget(() => 0);
    vi.spyOn(budget, 'spend').mockImplementation((steps) => spent.push(steps) < 3);
    expect(found && patternsPass(found, inserted, budget)).toBe(true);
    expect(spent).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...spent)).toBeGreaterThan(100_000);
    expect(found && patternsPass(found, inserted, budget)).toBeNull();
  });

  it('cannot sound out a deleted row under row-level security', () => {
    const [known, guess, pattern, key] = ['hall=eq.A', 'hall=gt.A', 'hall=like.%', 'id=gt.0'].map((filter) =>
      binding(filter),
    ) as [Binding, Binding, Binding, Binding];
    const all = [known, guess, pattern, key];
    expect(new Set(matches(all, 'DELETE', { id: 1, hall: 'A' }))).toEqual(new Set([known, key]));
  });

  it('are gone with their sink, and replaced by a second set', () => {
    const subscriptions = new Subscriptions();
    const [one, other] = [sink(), sink()];
    const row = change('INSERT', { id: 1, hall: 'A' });
    subscriptions.set(one, [binding('hall=eq.A'), binding('', { table: '*' }), binding()], CATALOG);
    subscriptions.set(other, [binding('hall=eq.A')], CATALOG);
    expect(subscriptions.match(row, STANDS)).toHaveLength(4);
    subscriptions.set(one, [binding('hall=eq.B')], CATALOG);
    expect(subscriptions.match(row, STANDS).map((found) => found.sink)).toEqual([other]);
    subscriptions.delete(one);
    subscriptions.delete(other);
    expect(subscriptions.match(row, STANDS)).toEqual([]);
    expect(subscriptions.concern('public', 'stands')).toBe(false);
    expect(subscriptions.sinks()).toEqual([]);
  });
});
