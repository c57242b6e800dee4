import type { EmbedItem, OrderTerm, ReadNode } from '../parse/ast.ts';
import { findEmbed } from '../parse/rest-query.ts';
import { requestErrors } from '../rest-error.ts';
import { findRelationship } from '../schema/find.ts';
import { isToOne, type Relation, type Relationship } from '../schema/model.ts';
import { PG } from './binder.ts';
import {
  type EmbedParts,
  type EmbedSql,
  embedMany,
  embedOne,
  type NodeSql,
  spreadMany,
  spreadOne,
} from './embed-form.ts';
import { columnSql, fieldSql, rowSql, type Source } from './field.ts';
import { followKey, type KeyStep } from './key-path.ts';
import {
  fieldOutput,
  isAggregated,
  namedOutputSql,
  type Output,
  outputSql,
  starOutputs,
  wholeOutput,
  withRowCounts,
} from './output.ts';
import type { ReadContext } from './read-context.ts';
import { whereSql } from './where.ts';

/**
 * Rows of a relation under a new alias; all names in a statement are ours, so no user's name can
 * collide.
 * @param path the keys that led to it, if it is embedded
 */
export function newSource(
  ctx: ReadContext,
  relation: Relation,
  isTyped = true,
  path: readonly KeyStep[] = [],
): Source {
  ctx.aliases += 1;
  return { relation, alias: `r${ctx.aliases}`, isTyped, used: new Set(), usedWhole: false, path };
}

/**
 * Builds the clauses for a read of one source.
 * @param joinConditions what ties its rows to the parent's
 * @throws {RestError} 42703, 42704, PGRST108, PGRST118, PGRST127, PGRST200, PGRST201
 */
export function nodeSql(
  ctx: ReadContext,
  asked: ReadNode,
  source: Source,
  joinConditions: readonly string[] = [],
): NodeSql {
  const node = withRowCounts(asked, source.relation);
  const aggregated = isAggregated(node);
  const embeds = embedsOf(ctx, node, source);
  const outputs = outputsOf(ctx, node, source, embeds, aggregated);
  const keys = aggregated ? outputs.filter((output) => output.aggregate === null) : [];
  return {
    ...rowClauses(ctx, node, source, embeds, joinConditions),
    select: outputs.map(namedOutputSql).join(', '),
    groupBy: keys.length === 0 ? '' : ` group by ${keys.map(outputSql).join(', ')}`,
  };
}

/** The clauses that select and order the rows. */
function rowClauses(
  ctx: ReadContext,
  node: ReadNode,
  source: Source,
  embeds: readonly EmbedSql[],
  joinConditions: readonly string[],
): Pick<NodeSql, 'joins' | 'where' | 'orderBy'> {
  const named = (name: string) => embeds.find(({ item }) => (item.alias ?? item.target) === name);
  const where = whereSql(node.where, source, ctx.binder, (name) => named(name)?.presence);
  const conditions = where === null ? joinConditions : [...joinConditions, where];
  return {
    joins: embeds.map((embed) => embed.join).join(''),
    where: conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`,
    orderBy: orderBySql(ctx, node.order, source, named),
  };
}

function outputsOf(
  ctx: ReadContext,
  node: ReadNode,
  source: Source,
  embeds: readonly EmbedSql[],
  singleColumns: boolean,
): Output[] {
  return node.select.flatMap((item): readonly Output[] => {
    if (item.kind === 'star') return singleColumns ? starOutputs(source) : [wholeOutput(source)];
    if (item.kind === 'field') return [fieldOutput(item, source, ctx.binder, ctx.types)];
    const outputs = embeds.find((embed) => embed.item === item)?.outputs ?? [];
    // json has no equality, so rows cannot be grouped by it.
    return singleColumns && !item.spread
      ? outputs.map((output) => ({ ...output, sql: `(${output.sql})::${PG.jsonb}` }))
      : outputs;
  });
}

function embedsOf(ctx: ReadContext, node: ReadNode, source: Source): EmbedSql[] {
  for (const { relation } of node.order) {
    if (relation !== null && findEmbed(node, relation) === undefined)
      throw requestErrors.notEmbedded(relation);
  }
  return node.select.flatMap((item) => (item.kind === 'embed' ? [embedSql(ctx, node, item, source)] : []));
}

function embedSql(ctx: ReadContext, parent: ReadNode, item: EmbedItem, source: Source): EmbedSql {
  const relationship = findRelationship(source.relation, item.target, item.hint);
  const toOne = isToOne(relationship);
  const order = parent.order.filter(
    ({ relation }) => relation !== null && findEmbed(parent, relation) === item,
  );
  const asked = withRowCounts(item.node, relationship.target);
  if (order.length > 0) checkRelatedOrder(source, { ...item, node: asked }, toOne);
  const path = followKey(source.path, relationship, item.alias ?? item.target);
  const child = newSource(ctx, relationship.target, true, path);
  const { from, conditions } = joinSql(ctx, relationship, source, child);
  // A single row has no order; a bound value that the text does not use would be an error.
  const node = toOne ? { ...asked, order: [] } : asked;
  const parts: EmbedParts = {
    item,
    alias: `e${child.alias.slice(1)}`,
    from,
    ...(item.spread
      ? spreadNode(ctx, node, child, conditions)
      : { sql: nodeSql(ctx, node, child, conditions), outputs: [] }),
    order: order.map((term) => fieldSql(child, term.field, ctx.binder).sql),
    // A view may show a row of its table more than once; the parent's rows must not multiply.
    // A function may return several rows, too, whatever it is declared to return.
    page: toOne ? (isAlwaysOne(relationship) ? '' : ' limit 1') : pageSql(ctx, node),
  };
  if (item.spread) return toOne ? spreadOne(parts) : spreadMany(ctx, parts);
  return toOne ? embedOne(parts) : embedMany(ctx, parts);
}

/** The clauses and the single columns of a node that is spread into its parent. */
function spreadNode(ctx: ReadContext, node: ReadNode, child: Source, joinConditions: readonly string[]) {
  const embeds = embedsOf(ctx, node, child);
  const outputs = node.select.flatMap((item) =>
    item.kind === 'star'
      ? starOutputs(child)
      : outputsOf(ctx, { ...node, select: [item] }, child, embeds, false),
  );
  const sql: NodeSql = {
    ...rowClauses(ctx, node, child, embeds, joinConditions),
    select: '',
    groupBy: '',
  };
  return { sql, outputs };
}

function checkRelatedOrder(source: Source, item: EmbedItem, toOne: boolean): void {
  if (!toOne) throw requestErrors.relatedOrder(source.relation.name, item.alias ?? item.target);
  if (!item.spread && isAggregated(item.node)) {
    throw requestErrors.notImplemented(
      'Ordering by an embedded resource with aggregates is not implemented.',
    );
  }
}

function isAlwaysOne({ kind, target }: Relationship): boolean {
  return kind !== 'computed' && !target.isView;
}

function joinSql(ctx: ReadContext, relationship: Relationship, source: Source, child: Source) {
  if (relationship.kind === 'computed') {
    return { from: `${relationship.sql}(${rowSql(source)}) as ${child.alias}`, conditions: [] };
  }
  if (relationship.kind !== 'many-to-many') {
    const conditions = relationship.pairs.map(
      ([from, to]) => `${columnSql(child, to).sql} = ${columnSql(source, from).sql}`,
    );
    return { from: `${relationship.target.sql} as ${child.alias}`, conditions };
  }
  const junction = newSource(ctx, relationship.junction);
  const on = relationship.targetPairs.map(
    ([to, via]) => `${columnSql(junction, via).sql} = ${columnSql(child, to).sql}`,
  );
  const conditions = relationship.sourcePairs.map(
    ([from, via]) => `${columnSql(junction, via).sql} = ${columnSql(source, from).sql}`,
  );
  return {
    from: `${relationship.target.sql} as ${child.alias} join ${relationship.junction.sql} as ${junction.alias} on ${on.join(' and ')}`,
    conditions,
  };
}

function orderBySql(
  ctx: ReadContext,
  order: readonly OrderTerm[],
  source: Source,
  named: (name: string) => EmbedSql | undefined,
): string {
  if (order.length === 0) return '';
  const taken = new Map<EmbedSql, number>();
  const terms = order.map((term) => {
    const embed = term.relation === null ? undefined : named(term.relation);
    if (embed === undefined) return fieldSql(source, term.field, ctx.binder).sql + directionSql(term);
    const index = taken.get(embed) ?? 0;
    taken.set(embed, index + 1);
    return `${embed.orderBy[index]}${directionSql(term)}`;
  });
  return ` order by ${terms.join(', ')}`;
}

function directionSql({ descending, nulls }: OrderTerm): string {
  return `${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`;
}

/**
 * The page of rows. The limit is part of the text (a number of our own), because PostgreSQL never
 * settles on one plan for a statement with an unknown limit, and planning costs as much as reading
 * a page. Offsets vary, so they are values.
 */
export function pageSql(ctx: ReadContext, { limit, offset }: ReadNode): string {
  const rows = Math.min(limit ?? ctx.limits.maxRows, ctx.limits.maxRows);
  const limitSql = rows === Number.POSITIVE_INFINITY ? '' : ` limit ${Math.trunc(rows)}`;
  return offset === null || offset === 0
    ? limitSql
    : `${limitSql} offset ${ctx.binder.bind(offset, PG.int8)}`;
}
