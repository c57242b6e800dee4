import { RestError } from '../rest-error.ts';
import type { SchemaCache } from '../schema/cache.ts';
import type { DatabaseSchema } from '../schema/model.ts';

/** Builds against the cached schema; when that lacks something, once more against a fresh one. */
export async function planned<Plan>(
  schemas: SchemaCache,
  build: (database: DatabaseSchema) => Plan,
): Promise<Plan> {
  try {
    return build(schemas.current());
  } catch (error) {
    const missed = error instanceof RestError && error.schemaMiss;
    if (!missed || !(await schemas.refreshAfterMiss())) throw error;
    return build(schemas.current());
  }
}

/** Plans of longer requests are not worth keeping. */
export const LONGEST_PLAN_KEY = 2000;
