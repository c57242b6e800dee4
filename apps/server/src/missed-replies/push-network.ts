import type { Agent } from 'node:https';
import { publicAgent, requirePublicHost } from './public-hosts.ts';

/** How pushes leave this machine; tests have a push service of their own on it. */
export interface PushNetwork {
  /** @throws {InnerHostError} for an endpoint that may not be called */
  checkEndpoint(endpoint: URL): Promise<void>;
  agent: Agent;
}

/** Connections to public hosts alone. */
export function publicPushNetwork(): PushNetwork {
  return { checkEndpoint: requirePublicHost, agent: publicAgent() };
}
