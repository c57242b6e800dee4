import type { NewMessage } from '@/entities/chat/session-summary.ts';
import type { SessionSummary } from '@/shared/api/database-types.ts';

/** An event that may interest a user on another page. */
export type InboxEvent =
  | { kind: 'joined'; session: SessionSummary }
  | { kind: 'message'; session: SessionSummary; message: NewMessage };
