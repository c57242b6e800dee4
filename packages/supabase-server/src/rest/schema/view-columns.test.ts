import { describe, expect, it } from 'vitest';
import { viewOrigins } from './view-columns.ts';

/** A view's parse tree as PostgreSQL prints it, cut down to what matters. */
function rule(...targets: string[]): string {
  return `({QUERY :commandType 1 :cteList ({COMMONTABLEEXPR :ctequery {QUERY :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname x :ressortgroupref 0 :resorigtbl 99 :resorigcol 9 :resjunk false}) :override 0}}) :rtable <> :targetList (${targets.join(' ')}) :override 0 :onConflict <>})`;
}

function target(resno: number, name: string, table: number, column: number, junk = false): string {
  return `{TARGETENTRY :expr {VAR :varno 1 :varnullingrels (b)} :resno ${resno} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${junk}}`;
}

describe('the columns of a view', () => {
  it('lead to the table columns that they show', () => {
    const origins = viewOrigins([
      { view: 10, rule: rule(target(1, 'id', 5, 1), target(2, 'sum', 0, 0), target(3, 'name', 5, 4)) },
    ]);
    expect([...(origins.get(10) ?? [])]).toEqual([
      [1, { table: 5, column: 1 }],
      [3, { table: 5, column: 4 }],
    ]);
  });

  it('lead through views upon views', () => {
    const origins = viewOrigins([
      { view: 11, rule: rule(target(1, 'k', 10, 2), target(2, 'lost', 10, 7)) },
      { view: 10, rule: rule(target(1, 'x', 5, 3), target(2, 'y', 6, 1)) },
    ]);
    expect([...(origins.get(11) ?? [])]).toEqual([[1, { table: 6, column: 1 }]]);
  });

  it('may have names that look like the tree itself', () => {
    const name = String.raw`odd\ \(na\}me\ :resorigtbl\ 7\ \{`;
    const origins = viewOrigins([
      { view: 10, rule: rule(target(1, name, 5, 2), target(2, 'sort', 5, 3, true)) },
    ]);
    expect([...(origins.get(10) ?? [])]).toEqual([[1, { table: 5, column: 2 }]]);
  });
});
