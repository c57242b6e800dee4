import type { RealtimeConfig } from '../config/realtime.ts';
import type { Database } from '../db/database.ts';
import type { AccessWatch } from '../keys/access-watch.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { Logger } from '../util/logger.ts';
import type { Authorization } from './authorization.ts';
import type { DetachListener } from './channel.ts';
import type { PermissionRevalidation } from './permission-revalidation.ts';
import type { PostgresChanges } from './postgres-changes/postgres-changes.ts';
import type { Rooms } from './rooms/rooms.ts';
import type { SenderMeter } from './sender-meter.ts';
import type { SessionWatch } from './session-watch.ts';

/** The official server's words (supabase-protocol 4.3). */
export const SUBSCRIBED = 'Subscribed to PostgreSQL';
export const REPLICATION_READY = 'Replication connection established';

export type RealtimeLimits = RealtimeConfig;

/** Services that the frame handlers use. */
export interface RealtimeServices {
  db: Database;
  log: Logger;
  signingKeys: SigningKeys;
  access: AccessWatch;
  limits: RealtimeLimits;
  authorization: Authorization;
  rights: PermissionRevalidation;
  sessions: SessionWatch;
  changes: PostgresChanges;
  rooms: Rooms;
  /** Removes an ended channel from the subscriptions and the rooms. */
  forget: DetachListener;
  securityLog: SecurityLog;
  /** Counts what clients send: each of them apart, and all of them together. */
  meter: SenderMeter;
}
