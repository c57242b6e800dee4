import type { UnsavedWork } from '@/shared/offline/unsaved-work.ts';
export interface LossDialogProps {
  /** The work that would be lost. */
  unsaved: UnsavedWork;
  /** Whether the account itself would be: nothing but this session leads to a guest's. */
  guest: boolean;
  onAnswer: (goOn: boolean) => void;
}
