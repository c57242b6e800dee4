import type { RealtimeConfig } from '../config/realtime.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../http/logger.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Authorization } from './authorization.ts';
import type { MessageMeter } from './message-meter.ts';
import type { PostgresChanges } from './postgres-changes/postgres-changes.ts';
import type { RightsWatch } from './rights-watch.ts';
import type { Rooms } from './rooms/rooms.ts';

/** The official server's words (wire facts C3). */
export const SUBSCRIBED = 'Subscribed to PostgreSQL';

export type RealtimeLimits = RealtimeConfig;

/** What handlers of frames work with. */
export interface RealtimeServices {
  db: Database;
  log: Logger;
  ring: KeyRing;
  limits: RealtimeLimits;
  authorization: Authorization;
  rights: RightsWatch;
  changes: PostgresChanges;
  rooms: Rooms;
  /** Counts what all clients of this process send. */
  meter: MessageMeter;
}
