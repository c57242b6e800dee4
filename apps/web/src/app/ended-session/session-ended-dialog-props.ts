import type { EndedWork } from '@/entities/unsaved-work/settle-ended-session.ts';
export interface SessionEndedDialogProps {
  work: EndedWork;
  /** The work stays on the device, for its writer. */
  onLogIn: () => void;
  onDelete: () => void;
  /** No answer. */
  onLater: () => void;
}
