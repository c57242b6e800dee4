import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import type { UnsavedWork } from '@/entities/unsaved-work/unsaved-work.ts';
import type { UnsavedChangesDialogProps } from './unsaved-changes-dialog-props.ts';

// Once in a session, and for the few who have something to lose.
const loadCounts = () => import('@/entities/unsaved-work/unsaved-work.ts');
const loadDialog = async () => (await import('./unsaved-changes-dialog.tsx')).UnsavedChangesDialog;

const NOTHING: UnsavedWork = { messages: 0, transcripts: 0, scans: 0, notes: 0, exports: 0 };

interface Question extends UnsavedChangesDialogProps {
  Dialog: ComponentType<UnsavedChangesDialogProps>;
}

/**
 * Asks the user at logout whether unsent and unsaved work may be deleted, and warns guests that
 * they lose their account.
 * @returns `mayForget`, which resolves to whether logout may proceed for a profile and rejects when
 * its code cannot be loaded; and the dialog to render
 */
export function useUnsavedChangesDialog(): {
  mayForget: (profileId: string | undefined, guest: boolean) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirmLogout = useCallback(async (profileId: string | undefined, guest: boolean) => {
    const unsaved = profileId ? await countOf(profileId) : NOTHING;
    const isNone = unsaved !== null && Object.values(unsaved).every((count) => count === 0);
    if (isNone && !guest) return true;
    const Dialog = await loadDialog();
    return new Promise<boolean>((resolve) => {
      const onAnswer = (goOn: boolean) => {
        setQuestion(null);
        resolve(goOn);
      };
      setQuestion({ Dialog, unsaved, guest, onAnswer });
    });
  }, []);
  if (!question) return { mayForget: confirmLogout, dialog: null };
  const { Dialog, ...loss } = question;
  return { mayForget: confirmLogout, dialog: <Dialog {...loss} /> };
}

/** @returns null when the browser's database cannot be read. @throws when the code does not load */
async function countOf(profileId: string): Promise<UnsavedWork | null> {
  const { countUnsaved } = await loadCounts();
  return countUnsaved(profileId).catch(() => null);
}
