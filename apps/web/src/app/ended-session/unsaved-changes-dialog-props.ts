import type { UnsavedWork } from '@/entities/unsaved-work/unsaved-work.ts';
export interface UnsavedChangesDialogProps {
  /** The work that would be lost; null: it cannot be counted. */
  unsaved: UnsavedWork | null;
  /**
   * Whether the account itself would be lost: only this session gives access to a guest's account.
   */
  guest: boolean;
  onAnswer: (goOn: boolean) => void;
}
