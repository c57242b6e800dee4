import type { Aggregate, EmbedItem, FieldItem, ReadNode, SelectItem } from './ast.ts';
import { type Budget, QUERY_LIMITS } from './limits.ts';
import { takeField, takeName } from './names.ts';
import { Scanner } from './scanner.ts';

const CAST = /[\p{L}_][\p{L}\p{N}_ $]*(?:\[\])?/uy;
const AGGREGATE = /\.(?:count|sum|avg|max|min)\(\)/y;

export function emptyNode(select: readonly SelectItem[]): ReadNode {
  return { select, where: [], order: [], limit: null, offset: null };
}

/** Reads a `select` parameter. @throws {RestError} PGRST100 */
export function parseSelect(text: string, budget: Budget): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  const items = takeItems(scanner, budget, 0);
  scanner.expectEnd('"," or end of input');
  return items;
}

function takeItems(scanner: Scanner, budget: Budget, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  scanner.skipSpace();
  // `table()` and an empty select are allowed: they filter without showing anything.
  if (scanner.done || scanner.at(')')) return items;
  const repeats = new Map<string, number>();
  do {
    scanner.skipSpace();
    budget.spend('selectItems', scanner);
    const item = takeItem(scanner, budget, depth);
    items.push(item);
    checkLevel(scanner, items.length, item, repeats);
    scanner.skipSpace();
  } while (scanner.eat(','));
  return items;
}

/** A long value that is asked for under many names makes a large response of a small row. */
function checkLevel(scanner: Scanner, count: number, item: SelectItem, repeats: Map<string, number>): void {
  const { selectItemsPerLevel, columnRepeats } = QUERY_LIMITS;
  if (count > selectItemsPerLevel) {
    scanner.refuse(`a resource may have at most ${selectItemsPerLevel} selected fields`);
  }
  if (item.kind === 'embed') return;
  const value = item.kind === 'star' ? '*' : JSON.stringify([item.field, item.aggregate]);
  const used = (repeats.get(value) ?? 0) + 1;
  if (used > columnRepeats) scanner.refuse(`a column may be selected at most ${columnRepeats} times`);
  repeats.set(value, used);
}

function takeItem(scanner: Scanner, budget: Budget, depth: number): SelectItem {
  if (scanner.eat('...')) return takeEmbed(scanner, budget, depth, null, true);
  if (scanner.eat('*')) {
    expectItemEnd(scanner);
    return { kind: 'star' };
  }
  const alias = takeAlias(scanner);
  const start = scanner.position;
  if (scanner.eat('count()')) return countItem(scanner, alias);
  takeName(scanner);
  const embeds = scanner.at('!') || scanner.at('(');
  scanner.position = start;
  return embeds ? takeEmbed(scanner, budget, depth, alias, false) : takeFieldItem(scanner, alias);
}

/** An alias is a name before a single colon; two colons are a cast. */
function takeAlias(scanner: Scanner): string | null {
  const start = scanner.position;
  const name = takeName(scanner);
  if (scanner.at(':') && !scanner.at('::')) {
    scanner.position += 1;
    return name;
  }
  scanner.position = start;
  return null;
}

function countItem(scanner: Scanner, alias: string | null): FieldItem {
  const aggregateCast = takeCast(scanner);
  expectItemEnd(scanner);
  return { kind: 'field', alias, field: null, cast: null, aggregate: 'count', aggregateCast };
}

function takeFieldItem(scanner: Scanner, alias: string | null): FieldItem {
  const field = takeField(scanner);
  const cast = takeCast(scanner);
  const aggregate = scanner.take(AGGREGATE)?.slice(1, -2) as Aggregate | undefined;
  const aggregateCast = aggregate === undefined ? null : takeCast(scanner);
  expectItemEnd(scanner);
  return { kind: 'field', alias, field, cast, aggregate: aggregate ?? null, aggregateCast };
}

function takeEmbed(
  scanner: Scanner,
  budget: Budget,
  depth: number,
  alias: string | null,
  spread: boolean,
): EmbedItem {
  budget.spend('embeds', scanner);
  if (depth >= QUERY_LIMITS.embedDepth) {
    scanner.refuse(`embedded resources may be nested at most ${QUERY_LIMITS.embedDepth} deep`);
  }
  const target = takeName(scanner);
  let hint: string | null = null;
  let join: 'left' | 'inner' | null = null;
  while (scanner.eat('!')) {
    const start = scanner.position;
    const word = takeName(scanner);
    if (join === null && (word === 'inner' || word === 'left')) join = word;
    else if (hint === null) hint = word;
    else {
      scanner.position = start;
      scanner.fail('"("');
    }
  }
  scanner.expect('(');
  const node = emptyNode(takeItems(scanner, budget, depth + 1));
  scanner.expect(')');
  expectItemEnd(scanner);
  return { kind: 'embed', alias, target, hint, join: join ?? 'left', spread, node };
}

function takeCast(scanner: Scanner): string | null {
  if (!scanner.eat('::')) return null;
  return scanner.take(CAST)?.trim() ?? scanner.fail('a type name');
}

function expectItemEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.done && !scanner.at(',') && !scanner.at(')')) {
    scanner.fail('"->", "::", ".", ")", "," or end of input');
  }
}
