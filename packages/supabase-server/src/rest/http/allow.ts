import { findRelation, findSchema } from '../schema/find.ts';
import { unknownFunction } from '../schema/schema-errors.ts';
import { planned } from './plan.ts';
import type { RestResponse } from './response.ts';
import type { RestContext } from './rest-context.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * OPTIONS outside of a preflight: which methods a table or view has, whatever the caller's rights
 * are.
 */
export async function tableMethods(
  ctx: RestContext,
  { schema }: RestRequest,
  table: string,
): Promise<RestResponse> {
  const { writable, primaryKey } = await planned(ctx.schemas, (database) =>
    findRelation(findSchema(database, schema), schema, table),
  );
  const hasPut = writable.insert && writable.update && primaryKey.length > 0;
  return allowing([
    'OPTIONS,GET,HEAD',
    ...(writable.insert ? ['POST'] : []),
    ...(hasPut ? ['PUT'] : []),
    ...(writable.update ? ['PATCH'] : []),
    ...(writable.delete ? ['DELETE'] : []),
  ]);
}

/** The same of a function: one that may write is not read. */
export async function functionMethods(
  ctx: RestContext,
  { schema }: RestRequest,
  name: string,
): Promise<RestResponse> {
  const overloads = await planned(ctx.schemas, (database) => {
    const objects = findSchema(database, schema);
    const found = objects.functions.get(name);
    if (found === undefined) throw unknownFunction(schema, name, [], objects, null);
    return found;
  });
  const isRead = overloads.some((fn) => fn.volatility !== 'volatile');
  return allowing([isRead ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST']);
}

function allowing(methods: readonly string[]): RestResponse {
  return { status: 200, headers: { Allow: methods.join(',') }, body: null };
}
