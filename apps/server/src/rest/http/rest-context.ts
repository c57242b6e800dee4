import type { CallerSlots } from '../../http/caller-slots.ts';
import type { ServerContext } from '../../server-context.ts';
import type { Lru } from '../lru.ts';
import type { SchemaCache } from '../schema/cache.ts';
import type { ReadPlan, WritePlan } from './plans.ts';

/** What the handlers of this service work with. */
export interface RestContext extends Pick<ServerContext, 'authenticator' | 'db' | 'log'> {
  limits: ServerContext['config']['limits'];
  schemas: SchemaCache;
  /** The first is what a request without a profile header means. */
  exposedSchemas: readonly string[];
  /** Whether EXPLAIN may be asked for. */
  planEnabled: boolean;
  /** Whether `tx=rollback` may be. */
  rollbackEnabled: boolean;
  /** Whether X-Forwarded-For is believed. */
  trustProxy: boolean;
  /** Keeps one caller from taking all connections. */
  slots: CallerSlots;
  timeZones: () => Promise<ReadonlySet<string>>;
  readPlans: Lru<ReadPlan>;
  writePlans: Lru<WritePlan>;
}
