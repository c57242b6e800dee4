import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context } from 'hono';

/** The administrator who sent a request, and the details for the security log. */
export interface ActingAdmin {
  id: string;
  name: string;
  sessionId: string;
  /** The action's name, if it differs from the route's default. */
  action?: string;
  /** The object of the action, such as an id. Never text that people wrote. */
  target?: string;
}

const acting = new WeakMap<object, ActingAdmin>();

export function setActingAdmin(c: Context<ServerEnv>, admin: ActingAdmin): void {
  acting.set(c.env.incoming, admin);
}

/** @throws for a route that no guard protects */
export function actingAdmin(c: Context<ServerEnv>): ActingAdmin {
  const admin = acting.get(c.env.incoming);
  if (!admin) throw new Error('a route of the admin API runs without its guard');
  return admin;
}
