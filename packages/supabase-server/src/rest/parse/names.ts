import type { FieldRef, JsonStep } from './ast.ts';
import type { Scanner } from './scanner.ts';

const NAME = /(?:[\p{L}\p{M}\p{N}_ $]|-(?!>))+/uy;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
const JSON_INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y;
const JSON_KEY = /(?:[^(\-:.,>)]|-(?!>))+/y;

/**
 * Takes `"..."` with `\"` and `\\` inside; null (and nothing taken) without a closed quotation
 * here.
 */
export function takeQuoted(scanner: Scanner): string | null {
  const quoted = scanner.take(QUOTED);
  return quoted === null ? null : quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** Parses the name of a column, table, alias or constraint. */
export function takeName(scanner: Scanner): string {
  const name = takeQuoted(scanner) ?? scanner.take(NAME)?.trim();
  if (!name) scanner.fail('field name (* or [a..z0..9_$])');
  return name;
}

/** Parses all `->key`, `->>key` and `->0` steps that follow. */
export function takeJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = scanner.eat('->>') ? '->>' : scanner.eat('->') ? '->' : null;
    if (arrow === null) return path;
    const index = scanner.take(JSON_INDEX);
    const key = index === null ? (takeQuoted(scanner) ?? scanner.take(JSON_KEY)?.trim()) : Number(index);
    if (key === undefined || key === '') scanner.fail('a key or an index of a JSON path');
    path.push({ arrow, key });
  }
}

export function takeField(scanner: Scanner): FieldRef {
  return { name: takeName(scanner), path: takeJsonPath(scanner) };
}

/** Parses `a.b.column->path`: embedded tables from the root downwards, then the field. */
export function takeTreePath(scanner: Scanner): { path: string[]; field: FieldRef } {
  const path: string[] = [];
  let name = takeName(scanner);
  while (scanner.eat('.')) {
    path.push(name);
    name = takeName(scanner);
  }
  const field = { name, path: takeJsonPath(scanner) };
  scanner.expectEnd('"." or "->"');
  return { path, field };
}

/** Parses the comma-separated names that make up the whole parameter (`columns`, `on_conflict`). */
export function takeNameList(scanner: Scanner): string[] {
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(takeName(scanner));
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expectEnd('"," or end of input');
  return names;
}
