import { requestErrors } from '../rest-error.ts';
import type { EmbedItem, ReadNode, RestQuery, SelectItem } from './ast.ts';
import { looksLikeFilter, parseFilterValue, parseLogic } from './filter.ts';
import { Budget } from './limits.ts';
import { takeNameList, takeTreePath } from './names.ts';
import { parseOrder } from './order.ts';
import { type Parameter, splitQueryString } from './query-string.ts';
import { Scanner } from './scanner.ts';
import { emptyNode, parseSelect } from './select.ts';

const STAR: readonly SelectItem[] = [{ kind: 'star' }];
/** Parameters that are no filter when they are the last word of a dotted name. */
const RESERVED = new Set(['order', 'limit', 'offset', 'and', 'or']);
const WHOLE_NUMBER = /^-?\d{1,15}$/;

/**
 * Reads a whole query string.
 * @param raw the query string without its `?`
 * @param withArguments whether parameters without an operator are arguments (functions called with
 * GET)
 * @throws {RestError} PGRST100 naming the position, PGRST103, PGRST108
 */
export function parseRestQuery(raw: string, withArguments = false): RestQuery {
  const parameters = splitQueryString(raw);
  const budget = new Budget();
  const select = find(parameters, 'select');
  const columns = find(parameters, 'columns');
  const onConflict = find(parameters, 'on_conflict');
  const root = emptyNode(select === undefined ? STAR : parseSelect(select, budget));
  const args: Parameter[] = [];
  for (const [name, value] of parameters) {
    if (name === 'select' || name === 'columns' || name === 'on_conflict') continue;
    if (withArguments && !name.includes('.') && !RESERVED.has(name) && !looksLikeFilter(value)) {
      args.push([name, value]);
    } else {
      apply(root, name, value, budget);
    }
  }
  return {
    root,
    columns: columns === undefined ? null : parseNames('columns parameter', columns),
    onConflict: onConflict === undefined ? null : parseNames('on_conflict parameter', onConflict),
    args,
  };
}

/**
 * Applies one parameter at the node that its dotted name names: `vendor.name=eq.x` filters the
 * embedded `vendor`.
 */
function apply(root: ReadNode, name: string, value: string, budget: Budget): void {
  const lastWord = name.slice(name.lastIndexOf('.') + 1);
  if (!RESERVED.has(lastWord)) {
    const { path, field } = takeTreePath(new Scanner('tree path', name));
    nodeAt(root, path).where.push({ kind: 'filter', field, ...parseFilterValue(value, budget) });
    return;
  }
  const { path } = takeTreePath(new Scanner('tree path', name));
  if (lastWord === 'and' || lastWord === 'or') {
    const negated = path.at(-1) === 'not';
    const node = nodeAt(root, negated ? path.slice(0, -1) : path);
    node.where.push(parseLogic(lastWord, negated, value, budget));
    return;
  }
  const node = nodeAt(root, path);
  if (lastWord === 'order') node.order = parseOrder(value, budget);
  else if (lastWord === 'limit') node.limit = parseCount('Limit', value);
  else node.offset = parseCount('Offset', value);
}

/** @throws {RestError} PGRST108 when the path names no embedded resource */
function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const embed = findEmbed(node, name);
    if (embed === undefined) throw requestErrors.notEmbedded(name);
    node = embed.node;
  }
  return node;
}

/**
 * @returns the embedded resource that a filter or an order calls `name`: its alias, or else its
 * table
 */
export function findEmbed(node: ReadNode, name: string): EmbedItem | undefined {
  return node.select.find(
    (item): item is EmbedItem => item.kind === 'embed' && (item.alias ?? item.target) === name,
  );
}

function parseCount(what: 'Limit' | 'Offset', value: string): number {
  if (!WHOLE_NUMBER.test(value)) new Scanner(what.toLowerCase(), value).fail('a whole number');
  const count = Number(value);
  if (count < 0) throw requestErrors.range(`${what} should be greater than or equal to zero.`);
  return count;
}

function parseNames(what: string, value: string): string[] {
  return takeNameList(new Scanner(what, value));
}

function find(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find((parameter) => parameter[0] === name)?.[1];
}
