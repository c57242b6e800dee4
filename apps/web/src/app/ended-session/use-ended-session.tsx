import { loginPath } from '@dragoman/domain/routes';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { EndedWork } from '@/entities/unsaved-work/settle-ended-session.ts';
import { endedOwner, markEnd, OWNER_KEY, readOwner } from '@/shared/auth/session-end.ts';
import { readStoredSession } from '@/shared/auth/stored-session.ts';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';
import { clearFormDrafts } from '@/shared/offline/draft-storage.ts';
import { clearOfflineCache } from '@/shared/offline/offline-cache-database.ts';
import type { SessionEndedDialogProps } from './session-ended-dialog-props.ts';

// Once in a session, and for those whom the server signs out.
const loadSettling = () => import('@/entities/unsaved-work/settle-ended-session.ts');
// The page below it may not have needed the texts.
const loadDialog = async () => {
  const [{ SessionEndedDialog: EndedDialog }] = await Promise.all([
    import('./session-ended-dialog.tsx'),
    loadPageTexts(),
  ]);
  return EndedDialog;
};

interface Question {
  Dialog: ComponentType<SessionEndedDialogProps>;
  work: EndedWork;
}

export interface EndedSession {
  /**
   * Call it when the user is signed out: it does nothing unless the server ended the session. Never
   * rejects.
   * @param wasHere whether this tab has had the session
   */
  settle(wasHere: boolean): Promise<void>;
  /** The dialog to render. */
  dialog: ReactNode;
}

/**
 * Clears the device when the server has ended the session, and asks first where there is unsent
 * work.
 */
export function useEndedSession(): EndedSession {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const settling = useRef(false);

  const settle = useCallback(
    async (wasHere: boolean) => {
      if (settling.current || !endedOwner()) return;
      settling.current = true;
      // Before anything is waited for: the cache is cleared for the next user.
      const answers = queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data);
      try {
        const work = await (await loadSettling()).settleEndedSession(answers, wasHere);
        if (!work) return;
        const Dialog = await loadDialog();
        // Every tab's client reports the end to all tabs. By a later report the cache is cleared,
        // and only the first question knows the recipients' names.
        setQuestion((asked) => (asked?.work.owner.userId === work.owner.userId ? asked : { Dialog, work }));
      } catch {
        // Its code did not load, or the unsent work cannot be counted. Cached reads must be deleted
        // all the same; the mark of the ended session stays, and the next start does the rest.
        await clearOfflineCache();
      } finally {
        settling.current = false;
      }
    },
    [queryClient],
  );

  useEffect(() => {
    // The question was answered in another tab, or a user logged in there.
    function onStorage({ key }: StorageEvent) {
      if (key !== OWNER_KEY || endedOwner()) return;
      setQuestion((asked) => {
        // Deleted: texts typed in this tab, which the other tab cannot reach, are deleted as well.
        if (asked && !readOwner() && !readStoredSession()) clearFormDrafts();
        return null;
      });
    }
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  if (!question) return { settle, dialog: null };
  const { Dialog, work } = question;
  const answers = {
    onLogIn() {
      markEnd('kept');
      setQuestion(null);
      const { pathname, search } = window.location;
      // Protected pages have led there already, with the way back.
      if (pathname !== loginPath()) window.location.assign(loginPath(pathname + search));
    },
    onDelete() {
      setQuestion(null);
      void loadSettling().then(({ forgetEnded }) => forgetEnded(work.owner));
    },
    onLater: () => setQuestion(null),
  };
  return { settle, dialog: <Dialog work={work} {...answers} /> };
}
