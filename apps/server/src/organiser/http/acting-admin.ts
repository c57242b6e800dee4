import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';

/** The administrator who sent a request, and what the security log is to say of it. */
export interface ActingAdmin {
  id: string;
  name: string;
  sessionId: string;
  /** What was done, where the route's own word does not say it. */
  action?: string;
  /** What it was done to. Never what people wrote. */
  target?: string;
}

const acting = new WeakMap<object, ActingAdmin>();

export function setActingAdmin(c: Context<ServerEnv>, admin: ActingAdmin): void {
  acting.set(c.env.incoming, admin);
}

/** @throws for a route that no guard protects */
export function actingAdmin(c: Context<ServerEnv>): ActingAdmin {
  const admin = acting.get(c.env.incoming);
  if (!admin) throw new Error('a route of the organiser runs without its guard');
  return admin;
}
