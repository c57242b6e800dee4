import type { SessionSummary } from '@/lib/database-types.ts';
import type { NewMessage } from '@/lib/session-summary.ts';

/** What somebody who looks elsewhere may want to know. */
export type InboxEvent =
  | { kind: 'joined'; session: SessionSummary }
  | { kind: 'message'; session: SessionSummary; message: NewMessage };
