import type { NewMessage } from '@/entities/chat/session-summary.ts';
import type { SessionSummary } from '@/shared/api/database-types.ts';

/** What somebody who looks elsewhere may want to know. */
export type InboxEvent =
  | { kind: 'joined'; session: SessionSummary }
  | { kind: 'message'; session: SessionSummary; message: NewMessage };
