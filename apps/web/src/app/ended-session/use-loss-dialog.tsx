import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import type { UnsavedWork } from '@/shared/offline/unsaved-work.ts';
import type { LossDialogProps } from './loss-dialog-props.ts';

// Once in a session, and for the few who have something to lose.
const loadCounts = () => import('@/shared/offline/unsaved-work.ts');
const loadDialog = async () => (await import('./loss-dialog.tsx')).LossDialog;

const NOTHING: UnsavedWork = { messages: 0, scans: 0, notes: 0, exports: 0 };

interface Question extends LossDialogProps {
  Dialog: ComponentType<LossDialogProps>;
}

/**
 * Asks whoever logs out whether what has not been sent or saved may be deleted, and guests whether they want to lose their account.
 * @returns `mayForget`, which tells of a profile whether to go on, and rejects when that cannot be loaded; and what
 * it shows.
 */
export function useLossDialog(): {
  mayForget: (profileId: string | undefined, guest: boolean) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const mayForget = useCallback(async (profileId: string | undefined, guest: boolean) => {
    const unsaved = profileId ? await (await loadCounts()).countUnsaved(profileId) : NOTHING;
    if (Object.values(unsaved).every((count) => count === 0) && !guest) return true;
    const Dialog = await loadDialog();
    return new Promise<boolean>((resolve) => {
      const onAnswer = (goOn: boolean) => {
        setQuestion(null);
        resolve(goOn);
      };
      setQuestion({ Dialog, unsaved, guest, onAnswer });
    });
  }, []);
  if (!question) return { mayForget, dialog: null };
  const { Dialog, ...loss } = question;
  return { mayForget, dialog: <Dialog {...loss} /> };
}
