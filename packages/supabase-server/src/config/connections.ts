import type { z } from 'zod';
import { whole } from './variables.ts';

/** Time limits for a connection's request: slow ones hold memory and sockets that others need. */
export interface ConnectionsConfig {
  /** Seconds in which a request's headers must have come. */
  headersSeconds: number;
  /** Seconds in which a request must have come whole. */
  requestSeconds: number;
}

export const connectionsVariables = {
  REQUEST_HEADERS_SECONDS: whole(20, 1, 600),
  // A photo of some megabytes over a crowded hall's network takes minutes.
  REQUEST_SECONDS: whole(300, 1, 3600),
};

type ConnectionsEnvironment = z.output<z.ZodObject<typeof connectionsVariables>>;

export function connectionsConfig(env: ConnectionsEnvironment): ConnectionsConfig {
  return {
    // Node refuses to wait longer for a part than for the whole.
    headersSeconds: Math.min(env.REQUEST_HEADERS_SECONDS, env.REQUEST_SECONDS),
    requestSeconds: env.REQUEST_SECONDS,
  };
}
