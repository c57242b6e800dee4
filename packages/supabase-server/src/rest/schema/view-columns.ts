import type { ViewRow } from './catalog.ts';

/** A column of a table, by the table's object id and the column's number. */
export interface Origin {
  table: number;
  column: number;
}

const ENTRY = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s;
const TARGETS = ':targetList (';

/**
 * Tells which table column each column of a view shows unchanged, through views upon views.
 * @returns origins by the number of the view's column, by the view's object id
 */
export function viewOrigins(rows: readonly ViewRow[]): Map<number, Map<number, Origin>> {
  const direct = new Map(rows.map((row) => [row.view, directOrigins(row.rule)]));

  function resolve(origin: Origin): Origin | null {
    const view = direct.get(origin.table);
    if (view === undefined) return origin;
    const deeper = view.get(origin.column);
    return deeper === undefined ? null : resolve(deeper);
  }

  return new Map(
    [...direct].map(([view, columns]) => {
      const resolved = new Map<number, Origin>();
      for (const [number, origin] of columns) {
        const base = resolve(origin);
        if (base !== null) resolved.set(number, base);
      }
      return [view, resolved];
    }),
  );
}

/**
 * Reads the target list of a view's query out of PostgreSQL's own printing of its parse tree
 * (pg_rewrite.ev_action): nodes are in braces, special characters in names are escaped with a
 * backslash.
 */
function directOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inTargets = false;
  let entry = '';
  for (let at = 0; at < rule.length; at += 1) {
    const char = rule[at];
    if (char === '\\') {
      at += 1;
    } else if (char === '{') {
      depth += 1;
    } else if (char === '}') {
      if (inTargets && depth === 2) {
        addEntry(origins, entry);
        entry = '';
      }
      depth -= 1;
    } else if (depth === 1 && !inTargets) {
      inTargets = rule.startsWith(TARGETS, at);
    } else if (depth === 1 && char === ')') {
      break;
    } else if (depth === 2 && inTargets) {
      entry += char;
    }
  }
  return origins;
}

function addEntry(origins: Map<number, Origin>, entry: string): void {
  const [, number, table, column] = ENTRY.exec(entry) ?? [];
  // Table 0: the column is computed.
  if (number === undefined || table === '0') return;
  origins.set(Number(number), { table: Number(table), column: Number(column) });
}
