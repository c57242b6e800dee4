import type { LRUCache } from 'lru-cache';
import type { CallerSlots } from '../../http/caller-slots.ts';
import type { ServerContext } from '../../server-context.ts';
import type { SchemaCache } from '../schema/cache.ts';
import type { ReadPlan, WritePlan } from './plans.ts';

/** Dependencies of this service's handlers. */
export interface RestContext extends Pick<ServerContext, 'authenticator' | 'db' | 'log'> {
  limits: ServerContext['config']['limits'];
  schemas: SchemaCache;
  /** The first schema is the default of a request without a profile header. */
  exposedSchemas: readonly string[];
  /** Whether callers may ask for EXPLAIN. */
  planEnabled: boolean;
  /** Whether callers may ask for `tx=rollback`. */
  rollbackEnabled: boolean;
  /** Whether the server trusts X-Forwarded-For. */
  trustProxy: boolean;
  /** Keeps one caller from taking all connections. */
  slots: CallerSlots;
  timeZones: () => Promise<ReadonlySet<string>>;
  readPlans: LRUCache<string, ReadPlan>;
  writePlans: LRUCache<string, WritePlan>;
}
