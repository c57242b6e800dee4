import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { sendAdminAction } from '../api/dashboard.ts';
import { EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY } from '../api/session.ts';

/** A section's means of saving. */
export interface AdminAction {
  busy: boolean;
  /** Another administrator has changed it in the meantime. */
  conflict: boolean;
  /** Reads the present values. */
  loadAgain(): Promise<void>;
  /**
   * A call while another runs is dropped: of two presses in a row the second comes before the button
   * has been drawn as busy.
   * @returns whether it succeeded; otherwise the error is shown already
   */
  run(path: string, call: { method: 'POST' | 'PUT'; body: unknown }): Promise<boolean>;
}

/** Saves, and shows the result. @param changes key of the queries to refetch afterwards */
export function useAdminAction(changes: QueryKey): AdminAction {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const running = useRef(false);
  return {
    busy,
    conflict,
    async loadAgain() {
      await queryClient.invalidateQueries({ queryKey: [EVENT_ADMIN_KEY, ...changes] });
      setConflict(false);
    },
    async run(path, call) {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setConflict(false);
      try {
        await sendAdminAction(queryClient, path, call, changes);
        return true;
      } catch (error) {
        if (error instanceof EventAdminApiError && error.code === 'conflict') setConflict(true);
        // The page asks for the password then.
        else if (!isSignedOut(error)) {
          toast.error(t('common.error'), { description: t('organiser.saveFailed') });
        }
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
