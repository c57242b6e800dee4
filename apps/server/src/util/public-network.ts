import type { Agent } from 'node:https';
import { publicAgent, requirePublicHost } from './public-hosts.ts';

/** How pushes and webhooks leave this machine; tests have a server of their own on it. */
export interface PublicNetwork {
  /** @throws {InnerHostError} for an address that may not be called */
  checkEndpoint(endpoint: URL): Promise<void>;
  agent: Agent;
}

/** Connections to public hosts alone. */
export function openPublicNetwork(): PublicNetwork {
  return { checkEndpoint: requirePublicHost, agent: publicAgent() };
}
